import { passwordField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const azureDevopsConnection: ConnectionKind = {
  type: 'azure_devops',
  title: 'Azure DevOps',
  icon: 'azure-devops',
  description: 'An organization of Azure DevOps.',
  category: 'source',
  fields: [
    usernameField({ label: 'Organization', required: true }),
    passwordField({ label: 'Personal access token', required: true }),
  ],
  canTest: true,
  example: { username: { value: 'example' }, password: { value: 'token' } },
};
