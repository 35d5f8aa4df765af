import { resolveHttpTarget } from '../../checks/http-connection.ts';
import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ reference, insecureTls }, context) => {
  const { url, headers } = await resolveHttpTarget({ connection: reference }, context, 'elasticsearch');
  const answer = await expectOk({ base: url.href, path: '/_cluster/health', headers, insecureTls }, context);
  return known({ Cluster: textAt(answer, 'cluster_name'), Status: textAt(answer, 'status') });
};
