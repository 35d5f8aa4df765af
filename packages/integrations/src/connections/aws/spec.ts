import { insecureTlsField, passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const awsConnection: ConnectionKind = {
  type: 'aws',
  title: 'AWS',
  icon: 'aws',
  description: 'An account of Amazon Web Services.',
  category: 'cloud',
  fields: [
    textField('region', 'Region', 'properties.region', { placeholder: 'eu-west-1' }),
    textField('profile', 'Profile', 'properties.profile'),
    usernameField({ label: 'Access key' }),
    passwordField({ label: 'Secret key' }),
    textField('url', 'Endpoint', 'url', {
      placeholder: 'https://s3.example.com',
      help: 'Only for services that are compatible with those of AWS.',
    }),
    insecureTlsField,
  ],
  canTest: true,
  example: { region: 'eu-west-1', username: { value: 'AKIAEXAMPLE' }, password: { value: 'secret' } },
};
