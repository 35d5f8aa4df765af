import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ password, serviceUrl }, context) => {
  const path = `/bot${encodeURIComponent(password).replaceAll('%3A', ':')}/getMe`;
  const answer = await expectOk({ base: serviceUrl('https://api.telegram.org'), path }, context);
  return known({ Bot: textAt(answer, 'result', 'username') });
};
