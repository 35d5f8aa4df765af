import { passwordField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const githubConnection: ConnectionKind = {
  type: 'github',
  title: 'GitHub',
  icon: 'github',
  description: 'An account of GitHub.',
  category: 'source',
  fields: [
    passwordField({ label: 'Personal access token', required: true }),
    textField('url', 'URL', 'url', { placeholder: 'https://api.github.com', help: 'Only for an own server.' }),
  ],
  canTest: true,
  example: { password: { value: 'token' } },
};
