import { insecureTlsField, passwordField, urlField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const webhookConnection: ConnectionKind = {
  type: 'webhook',
  title: 'Webhook',
  icon: 'webhook',
  description: 'An HTTP endpoint of older clients; use Generic Webhook.',
  category: 'notification',
  isHidden: true,
  fields: [urlField('https://hooks.example.com/ops'), usernameField(), passwordField(), insecureTlsField],
  canTest: false,
  example: { url: 'https://hooks.example.com/ops' },
};
