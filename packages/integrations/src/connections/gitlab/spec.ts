import { passwordField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const gitlabConnection: ConnectionKind = {
  type: 'gitlab',
  title: 'GitLab',
  icon: 'gitlab',
  description: 'An account of GitLab.',
  category: 'source',
  fields: [
    passwordField({ label: 'Personal access token', required: true }),
    textField('url', 'URL', 'url', { placeholder: 'https://gitlab.com', help: 'Only for an own server.' }),
  ],
  canTest: true,
  example: { password: { value: 'token' } },
};
