import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const zulipChatConnection: ConnectionKind = {
  type: 'zulip_chat',
  title: 'Zulip',
  icon: 'zulip',
  description: 'Messages to Zulip streams.',
  category: 'notification',
  fields: [
    usernameField({ label: 'Bot mail' }),
    passwordField({ label: 'Bot key', required: true }),
    textField('host', 'Host', 'properties.host', { required: true }),
  ],
  serviceUrl: ({ username, host }) => `zulip://${username}:$(password)@${host}/`,
  canTest: false,
  example: { username: { value: 'bot@example.com' }, password: { value: 'key' }, host: 'chat.example.com' },
};
