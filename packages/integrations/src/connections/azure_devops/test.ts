import { basicAuthorization } from '../../checks/http-url.ts';
import { ProbeFailedError } from '../../checks/probe.ts';
import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

const PROFILE = '/_apis/profile/profiles/me?api-version=7.0';

export const test: ConnectionTest = async ({ url, username, password, insecureTls, serviceUrl }, context) => {
  const base = url || serviceUrl('https://app.vssps.visualstudio.com');
  const answer = await expectOk(
    { base, path: PROFILE, headers: basicAuthorization({ username, password }, context), insecureTls },
    context,
  );
  // Without a login, a page to log in comes with status 203 or 200.
  if (answer.json === undefined) throw new ProbeFailedError('the login was refused');
  return known({ Account: textAt(answer, 'displayName') });
};
