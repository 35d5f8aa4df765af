import { choices, insecureTlsField, passwordField, portField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const emailConnection: ConnectionKind = {
  type: 'email',
  title: 'Email',
  icon: 'email',
  description: 'Messages by mail.',
  category: 'notification',
  fields: [
    textField('host', 'SMTP server', 'properties.host', { required: true }),
    portField(587),
    usernameField(),
    passwordField(),
    textField('from', 'From address', 'properties.from', { required: true }),
    textField('fromName', 'From name', 'properties.fromName'),
    {
      key: 'encryptionMethod',
      label: 'Encryption method',
      control: 'select',
      column: 'properties.encryptionMethod',
      default: 'Auto',
      options: choices('None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'),
    },
    {
      key: 'authMethod',
      label: 'Authentication method',
      control: 'select',
      column: 'properties.authMethod',
      default: 'Unknown',
      options: choices('None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'),
    },
    insecureTlsField,
  ],
  serviceUrl: ({ host, port, insecure_tls, encryptionMethod, authMethod }) =>
    `smtp://$(username):$(password)@${host}:${port}/?UseStartTLS=${insecure_tls}&Encryption=${encryptionMethod}&Auth=${authMethod}`,
  canTest: true,
  example: { host: 'mail.example.com', port: 587, from: 'quarterdeck@example.com' },
};
