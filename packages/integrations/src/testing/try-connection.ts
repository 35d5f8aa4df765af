import { randomUUID } from 'node:crypto';
import type { CheckContext } from '../checks/result.ts';
import {
  type ConnectionTesterOptions,
  type ConnectionTestOutcome,
  createConnectionTester,
} from '../connections/test-connection.ts';
import type { StoredConnection } from '../values/connection.ts';
import { testContext } from './run-yaml.ts';

/** Tests a connection once. */
export async function tryConnection(
  connection: Partial<StoredConnection> & { type: string },
  options: ConnectionTesterOptions = {},
  context: Partial<CheckContext> = {},
): Promise<ConnectionTestOutcome> {
  const whole = { id: randomUUID(), name: 'target', namespace: 'default', ...connection };
  return await createConnectionTester(options).test(whole, testContext(context));
}
