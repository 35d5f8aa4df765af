import { insecureTlsField, passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const matrixConnection: ConnectionKind = {
  type: 'matrix',
  title: 'Matrix',
  icon: 'matrix',
  description: 'Messages to Matrix rooms.',
  category: 'notification',
  fields: [
    usernameField(),
    passwordField({ label: 'Password or token', required: true }),
    textField('host', 'Host', 'properties.host', { required: true }),
    insecureTlsField,
  ],
  serviceUrl: ({ username, host, insecure_tls }) => `matrix://${username}:$(password)@${host}/?DisableTLS=${insecure_tls}`,
  canTest: false,
  example: { host: 'matrix.example.com', password: { value: 'token' } },
};
