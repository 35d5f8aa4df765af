import type { ConnectionTest } from '../connection-test.ts';
import { serverVersion } from '../server-version.ts';

export const test: ConnectionTest = (connection, context) =>
  serverVersion('postgres', 'SELECT version() AS version', connection, context);
