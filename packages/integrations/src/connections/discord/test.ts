import { expectOk, known, textAt } from '../call-service.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Reads the webhook, which posts nothing. */
export const test: ConnectionTest = async ({ username, password, serviceUrl }, context) => {
  const path = `/api/webhooks/${encodeURIComponent(username)}/${encodeURIComponent(password)}`;
  const answer = await expectOk({ base: serviceUrl('https://discord.com'), path }, context);
  return known({ Webhook: textAt(answer, 'name'), Channel: textAt(answer, 'channel_id') });
};
