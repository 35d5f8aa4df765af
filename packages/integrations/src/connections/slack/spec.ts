import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const slackConnection: ConnectionKind = {
  type: 'slack',
  title: 'Slack',
  icon: 'slack',
  description: 'Messages to a Slack channel.',
  category: 'notification',
  fields: [
    usernameField({ label: 'Channel ID', required: true }),
    passwordField({ label: 'Bot token', required: true }),
    textField('botName', 'Bot name', 'properties.botName'),
  ],
  serviceUrl: ({ username }) => `slack://$(password)@${username}`,
  canTest: true,
  example: { username: { value: 'C0123456' }, password: { value: 'xoxb-token' } },
};
