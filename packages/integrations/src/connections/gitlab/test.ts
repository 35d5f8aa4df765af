import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ url, password, insecureTls }, context) => {
  const base = url || 'https://gitlab.com';
  const answer = await expectOk({ base, path: '/api/v4/user', headers: { 'PRIVATE-TOKEN': password }, insecureTls }, context);
  return known({ Account: textAt(answer, 'username') });
};
