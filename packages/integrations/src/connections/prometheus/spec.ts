import { insecureTlsField, passwordField, urlField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const prometheusConnection: ConnectionKind = {
  type: 'prometheus',
  title: 'Prometheus',
  icon: 'prometheus',
  description: 'A Prometheus server.',
  category: 'monitoring',
  fields: [urlField('https://prometheus:9090'), usernameField(), passwordField(), insecureTlsField],
  canTest: true,
  example: { url: 'https://prometheus:9090' },
};
