import { credentialField, passwordField, textField, urlField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const gitConnection: ConnectionKind = {
  type: 'git',
  title: 'Git',
  icon: 'git',
  description: 'A Git repository.',
  category: 'source',
  fields: [
    urlField('https://git.example.com/team/repository.git'),
    {
      key: 'authentication',
      label: 'Authentication',
      control: 'select',
      column: 'properties.authentication',
      default: 'basic',
      options: [
        { value: 'basic', label: 'Basic' },
        { value: 'ssh', label: 'SSH key' },
      ],
    },
    usernameField({ shownWhen: { field: 'authentication', equals: 'basic' } }),
    passwordField({ shownWhen: { field: 'authentication', equals: 'basic' } }),
    credentialField('certificate', 'SSH key', 'certificate', { shownWhen: { field: 'authentication', equals: 'ssh' } }),
    textField('ref', 'Ref', 'properties.ref', { default: 'main' }),
  ],
  canTest: true,
  example: {
    url: 'https://git.example.com/team/repository.git',
    authentication: 'basic',
    username: { value: 'robot' },
    password: { value: 'token' },
    ref: 'main',
  },
};
