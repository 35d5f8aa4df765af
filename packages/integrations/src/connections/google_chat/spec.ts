import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const googleChatConnection: ConnectionKind = {
  type: 'google_chat',
  title: 'Google Chat',
  icon: 'google-chat',
  description: 'Messages to a Google Chat space.',
  category: 'notification',
  fields: [
    usernameField({ label: 'Key', required: true }),
    passwordField({ label: 'Token', required: true }),
    textField('webhookName', 'Webhook name', 'properties.webhookName', { required: true }),
  ],
  serviceUrl: ({ webhookName }) =>
    `googlechat://chat.googleapis.com/v1/spaces/${webhookName}/messages?key=$(username)&token=$(password)`,
  canTest: false,
  example: { username: { value: 'key' }, password: { value: 'secret' }, webhookName: 'AAAA' },
};
