import { testByProbe } from '../connection-test.ts';

export const test = testByProbe('dynatrace');
