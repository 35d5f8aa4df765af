import { passwordField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const discordConnection: ConnectionKind = {
  type: 'discord',
  title: 'Discord',
  icon: 'discord',
  description: 'Messages to a Discord channel.',
  category: 'notification',
  fields: [usernameField({ label: 'Webhook ID', required: true }), passwordField({ label: 'Token', required: true })],
  serviceUrl: ({ username }) => `discord://$(password)@${username}`,
  canTest: true,
  example: { username: { value: '123456' }, password: { value: 'token' } },
};
