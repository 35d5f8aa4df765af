import { type ConnectionTest, runProbe } from '../connection-test.ts';

/** Lists the folder of the connection, or the one that the login leads to. */
export const test: ConnectionTest = async ({ reference, properties }, context) => {
  await runProbe('folder', { path: properties.path || '.', sftpConnection: { connection: reference } }, context);
  return {};
};
