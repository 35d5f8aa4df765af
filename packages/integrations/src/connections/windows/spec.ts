import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const windowsConnection: ConnectionKind = {
  type: 'windows',
  title: 'Windows',
  icon: 'windows',
  description: 'An account on Windows machines.',
  category: 'protocol',
  fields: [
    usernameField({ required: true }),
    passwordField({ required: true }),
    textField('domain', 'Domain', 'properties.domain'),
  ],
  canTest: false,
  example: { username: { value: 'operator' }, password: { value: 'secret' }, domain: 'CORP' },
};
