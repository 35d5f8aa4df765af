import { resolveHttpTarget } from '../../checks/http-connection.ts';
import { expectOk } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ reference, insecureTls }, context) => {
  const { url, headers } = await resolveHttpTarget({ connection: reference }, context, 'prometheus');
  await expectOk({ base: url.href, path: '/api/v1/status/config', headers, insecureTls }, context);
  return {};
};
