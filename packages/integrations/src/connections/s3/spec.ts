import { insecureTlsField, passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const s3Connection: ConnectionKind = {
  type: 's3',
  title: 'AWS S3',
  icon: 's3',
  description: 'A bucket of S3 or of a compatible store.',
  category: 'storage',
  fields: [
    textField('bucket', 'Bucket', 'properties.bucket', { required: true }),
    textField('region', 'Region', 'properties.region', { placeholder: 'eu-west-1' }),
    textField('profile', 'Profile', 'properties.profile'),
    usernameField({ label: 'Access key' }),
    passwordField({ label: 'Secret key' }),
    textField('url', 'Endpoint', 'url', {
      placeholder: 'https://s3.example.com',
      help: 'Only for services that are compatible with those of AWS.',
    }),
    {
      key: 'usePathStyle',
      label: 'Path style',
      control: 'switch',
      column: 'properties.usePathStyle',
      help: 'The bucket is part of the path instead of the host name.',
    },
    insecureTlsField,
  ],
  canTest: true,
  example: { bucket: 'backups', region: 'eu-west-1', username: { value: 'AKIAEXAMPLE' }, password: { value: 'secret' } },
};
