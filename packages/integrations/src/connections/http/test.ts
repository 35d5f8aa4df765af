import { type ConnectionTest, runProbe } from '../connection-test.ts';

const GOOD = Array.from({ length: 200 }, (_none, index) => 200 + index);

/** Redirects are followed; every status below 400 is good. */
export const test: ConnectionTest = async ({ reference }, context) => {
  await runProbe('http', { connection: reference, responseCodes: GOOD }, context);
  return {};
};
