import { passwordField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const telegramConnection: ConnectionKind = {
  type: 'telegram',
  title: 'Telegram',
  icon: 'telegram',
  description: 'Messages to Telegram chats.',
  category: 'notification',
  fields: [
    passwordField({ label: 'Token', required: true }),
    usernameField({ label: 'Chats', required: true, help: 'Ids or @names, with commas between.' }),
  ],
  serviceUrl: ({ username }) => `telegram://$(password)@telegram/?Chats=${username}`,
  canTest: true,
  example: { password: { value: '123:token' }, username: { value: '@ops' } },
};
