import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ url, password, insecureTls }, context) => {
  const headers = { Authorization: `Bearer ${password}`, 'X-GitHub-Api-Version': '2022-11-28' };
  const answer = await expectOk({ base: url || 'https://api.github.com', path: '/user', headers, insecureTls }, context);
  return known({ Account: textAt(answer, 'login') });
};
