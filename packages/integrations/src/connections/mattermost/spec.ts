import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const mattermostConnection: ConnectionKind = {
  type: 'mattermost',
  title: 'Mattermost',
  icon: 'mattermost',
  description: 'Messages to a Mattermost channel.',
  category: 'notification',
  fields: [
    usernameField(),
    textField('host', 'Host', 'properties.host', { required: true }),
    passwordField({ label: 'Token', required: true }),
    textField('channel', 'Channel', 'properties.channel'),
  ],
  serviceUrl: ({ username, host, channel }) =>
    `mattermost://${username === '' ? '' : `${username}@`}${host}/$(password)/${channel}`,
  canTest: false,
  example: { host: 'chat.example.com', password: { value: 'token' }, channel: 'ops' },
};
