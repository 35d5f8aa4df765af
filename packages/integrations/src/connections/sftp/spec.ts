import { passwordField, portField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const sftpConnection: ConnectionKind = {
  type: 'sftp',
  title: 'SFTP',
  icon: 'sftp',
  description: 'A server that is reached by SFTP.',
  category: 'storage',
  fields: [textField('host', 'Host', 'url', { required: true }), usernameField(), passwordField(), portField(22)],
  canTest: true,
  example: { host: 'files.example.com', username: { value: 'reader' }, password: { value: 'secret' }, port: 22 },
};
