import { credentialField, passwordField, portField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const rocketchatConnection: ConnectionKind = {
  type: 'rocketchat',
  title: 'Rocket.Chat',
  icon: 'rocketchat',
  description: 'Messages to a Rocket.Chat channel.',
  category: 'notification',
  fields: [
    textField('user', 'Username', 'properties.user'),
    textField('host', 'Host', 'properties.host', { required: true }),
    portField(),
    credentialField('username', 'First token', 'username', { required: true }),
    passwordField({ label: 'Second token', required: true }),
    textField('channel', 'Channel', 'properties.channel', { required: true }),
  ],
  serviceUrl: ({ user, host, port, channel }) =>
    `rocketchat://${user === '' ? '' : `${user}@`}${host}${port === '' ? '' : `:${port}`}/$(username)/$(password)/${channel}`,
  canTest: false,
  example: { host: 'chat.example.com', username: { value: 'token-a' }, password: { value: 'token-b' }, channel: 'ops' },
};
