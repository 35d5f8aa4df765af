import { passwordField, textField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const azureConnection: ConnectionKind = {
  type: 'azure',
  title: 'Azure',
  icon: 'azure',
  description: 'An application of Microsoft Entra ID.',
  category: 'cloud',
  fields: [
    usernameField({ label: 'Client ID', required: true }),
    passwordField({ label: 'Client secret', required: true }),
    textField('tenant', 'Tenant ID', 'properties.tenant', { required: true }),
  ],
  canTest: true,
  example: {
    username: { value: '00000000-0000-0000-0000-000000000001' },
    password: { value: 'secret' },
    tenant: '00000000-0000-0000-0000-000000000002',
  },
};
