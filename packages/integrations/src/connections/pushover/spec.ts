import { passwordField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const pushoverConnection: ConnectionKind = {
  type: 'pushover',
  title: 'Pushover',
  icon: 'pushover',
  description: 'Messages to devices by Pushover.',
  category: 'notification',
  fields: [usernameField({ label: 'User', required: true }), passwordField({ label: 'Token', required: true })],
  serviceUrl: ({ username }) => `pushover://:$(password)@${username}/`,
  canTest: false,
  example: { username: { value: 'user' }, password: { value: 'token' } },
};
