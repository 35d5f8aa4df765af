import { expectGoogleOk } from '../call-google.ts';
import type { ConnectionTest } from '../connection-test.ts';

const READ_ALL = 'https://www.googleapis.com/auth/cloud-platform.read-only';

/** Lists a project, of those that the key may see. */
export const test: ConnectionTest = async ({ reference }, context) => {
  const service = { base: 'https://cloudresourcemanager.googleapis.com', path: '/v1/projects?pageSize=1', scope: READ_ALL };
  await expectGoogleOk(reference, service, context);
  return {};
};
