import { passwordField, portField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const opsgenieConnection: ConnectionKind = {
  type: 'opsgenie',
  title: 'OpsGenie',
  icon: 'opsgenie',
  description: 'Alerts of OpsGenie.',
  category: 'notification',
  fields: [
    textField('host', 'Host', 'properties.host', { default: 'api.opsgenie.com' }),
    portField(443),
    passwordField({ label: 'API key', required: true }),
  ],
  serviceUrl: ({ host, port }) => `opsgenie://${host}:${port}/$(password)`,
  canTest: false,
  example: { password: { value: 'key' } },
};
