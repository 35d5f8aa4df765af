import { type ConnectionTest, runProbe } from '../connection-test.ts';

/** Lists the root of the share. */
export const test: ConnectionTest = async ({ reference, properties, url }, context) => {
  const path = `smb://${url.replace(/^(smb:)?\/\//i, '').replace(/\/.*$/, '')}/${properties.share ?? ''}`;
  await runProbe('folder', { path, smbConnection: { connection: reference } }, context);
  return {};
};
