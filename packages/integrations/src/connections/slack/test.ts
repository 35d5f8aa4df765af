import { ProbeFailedError } from '../../checks/probe.ts';
import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

export const test: ConnectionTest = async ({ password, serviceUrl }, context) => {
  const headers = { Authorization: `Bearer ${password}` };
  const answer = await expectOk({ base: serviceUrl('https://slack.com'), path: '/api/auth.test', headers, form: {} }, context);
  const isOk = typeof answer.json === 'object' && answer.json !== null && 'ok' in answer.json && answer.json.ok === true;
  if (!isOk) throw new ProbeFailedError(textAt(answer, 'error') || 'Slack did not accept the token');
  return known({ Team: textAt(answer, 'team'), User: textAt(answer, 'user') });
};
