import { insecureTlsField, passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const ntfyConnection: ConnectionKind = {
  type: 'ntfy',
  title: 'Ntfy',
  icon: 'ntfy',
  description: 'Messages to a topic of ntfy.',
  category: 'notification',
  fields: [
    usernameField(),
    passwordField(),
    textField('host', 'Host', 'properties.host', { default: 'ntfy.sh' }),
    textField('topic', 'Topic', 'properties.topic', { required: true }),
    insecureTlsField,
  ],
  serviceUrl: ({ username, host, topic, insecure_tls }) =>
    `ntfy://${username}:$(password)@${host}/${topic}?Scheme=${insecure_tls === 'true' ? 'http' : 'https'}`,
  canTest: false,
  example: { topic: 'ops' },
};
