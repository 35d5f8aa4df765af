import { credentialField, passwordField, textField, urlField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const resticConnection: ConnectionKind = {
  type: 'restic',
  title: 'Restic',
  icon: 'restic',
  description: 'A restic repository.',
  category: 'storage',
  fields: [
    urlField('s3:https://s3.example.com/backups', { label: 'Repository URL' }),
    passwordField({ required: true }),
    textField('awsConnectionName', 'AWS connection name', 'properties.awsConnectionName', {
      placeholder: 'connection://namespace/name',
    }),
    credentialField('accessKey', 'Access key', 'properties.accessKey'),
    credentialField('secretKey', 'Secret key', 'properties.secretKey'),
  ],
  canTest: true,
  example: { url: '/srv/restic', password: { value: 'secret' } },
};
