import { withDirectory } from '../../checks/ldap/directory.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Logs in and out. */
export const test: ConnectionTest = async (connection, context) => {
  await withDirectory(connection, false, context, async () => undefined);
  return {};
};
