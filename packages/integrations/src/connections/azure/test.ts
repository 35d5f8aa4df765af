import { InvalidCheckError } from '../../checks/probe.ts';
import { expectOk, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Asks for a token that would open Microsoft Graph. */
export const test: ConnectionTest = async ({ username, password, properties, serviceUrl }, context) => {
  const tenant = properties.tenant ?? '';
  if (tenant === '') throw new InvalidCheckError('the tenant is missing');
  const form = {
    grant_type: 'client_credentials',
    client_id: username,
    client_secret: password,
    scope: 'https://graph.microsoft.com/.default',
  };
  const base = serviceUrl('https://login.microsoftonline.com');
  const answer = await expectOk({ base, path: `/${encodeURIComponent(tenant)}/oauth2/v2.0/token`, form }, context);
  context.secret(textAt(answer, 'access_token'));
  return {};
};
