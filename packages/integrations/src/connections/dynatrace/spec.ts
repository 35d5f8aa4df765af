import { passwordField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const dynatraceConnection: ConnectionKind = {
  type: 'dynatrace',
  title: 'Dynatrace',
  icon: 'dynatrace',
  description: 'A Dynatrace environment.',
  category: 'monitoring',
  fields: [
    textField('host', 'Host', 'url', { required: true }),
    passwordField({ label: 'API key', required: true }),
    textField('scheme', 'Scheme', 'properties.scheme', { default: 'https' }),
  ],
  canTest: true,
  example: { host: 'abc123.live.dynatrace.com', password: { value: 'key' }, scheme: 'https' },
};
