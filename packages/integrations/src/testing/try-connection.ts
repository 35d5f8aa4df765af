import { randomUUID } from 'node:crypto';
import type { CheckContext } from '../checks/result.ts';
import { toColumns } from '../connections/form-columns.ts';
import type { ConnectionForm } from '../connections/model.ts';
import { findConnectionKind } from '../connections/registry.ts';
import {
  type ConnectionTesterOptions,
  type ConnectionTestOutcome,
  createConnectionTester,
} from '../connections/test-connection.ts';
import type { StoredConnection } from '../values/connection.ts';
import { testContext } from './run-yaml.ts';

/** The connection that a form makes. */
export function connectionOf(type: string, form: ConnectionForm): Partial<StoredConnection> & { type: string } {
  const kind = findConnectionKind(type);
  if (kind === undefined) throw new Error(`there is no connection kind ${type}`);
  const { url, username, password, certificate, properties, insecure_tls: insecureTls } = toColumns(kind, form);
  const texts = { url, username, password, certificate };
  const given = Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
  return { type, insecureTls, properties: { ...properties }, ...given };
}

/** Tests a connection once. */
export async function tryConnection(
  connection: Partial<StoredConnection> & { type: string },
  options: ConnectionTesterOptions = {},
  context: Partial<CheckContext> = {},
): Promise<ConnectionTestOutcome> {
  const whole = { id: randomUUID(), name: 'target', namespace: 'default', ...connection };
  return await createConnectionTester(options).test(whole, testContext(context));
}
