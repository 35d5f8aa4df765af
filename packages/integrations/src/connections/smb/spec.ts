import { passwordField, portField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const smbConnection: ConnectionKind = {
  type: 'smb',
  title: 'SMB',
  icon: 'smb',
  description: 'A share of a Windows or Samba server.',
  category: 'storage',
  fields: [
    textField('host', 'Server', 'url', { required: true }),
    portField(445),
    textField('share', 'Share', 'properties.share', { required: true }),
    usernameField(),
    passwordField(),
    textField('domain', 'Domain', 'properties.domain'),
  ],
  canTest: true,
  example: { host: 'files.example.com', share: 'reports', username: { value: 'reader' }, password: { value: 'secret' } },
};
