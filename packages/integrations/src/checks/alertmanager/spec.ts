import { z } from 'zod';
import { tlsConfigFields, tlsConfigSchema } from '../../values/tls-config.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const alertmanagerSchema = baseCheckSchema.extend({
  ...connectionShape,
  host: z.string().optional(),
  alerts: z.array(z.string()).optional(),
  ignore: z.array(z.string()).optional(),
  filters: z.union([z.record(z.string(), z.string()), z.string()]).optional(),
  exclude_filters: z.record(z.string(), z.string()).optional(),
  tlsConfig: tlsConfigSchema.optional(),
});

export type AlertmanagerCheck = z.infer<typeof alertmanagerSchema>;

/** Source: health-checks §2.12. */
export const alertmanagerKind: CheckKind<AlertmanagerCheck> = {
  key: 'alertmanager',
  type: 'alertmanager',
  title: 'Alert Manager',
  icon: 'alertmanager',
  description: 'Reads the alerts of an Alertmanager; a test judges them, or a transform makes a check of each.',
  schema: alertmanagerSchema,
  fields: checkFields([
    ...connectionFields({ placeholder: 'http://localhost:9093', help: 'Only scheme, host and port count.' }),
    { key: 'host', label: 'Host', control: 'text', group: 'Target', help: 'Another name of URL.' },
    {
      key: 'alerts',
      label: 'Alerts',
      control: 'list',
      group: 'Filter',
      placeholder: 'Kube.*',
      help: 'Regular expressions for the whole name of an alert; all of them must match.',
    },
    {
      key: 'ignore',
      label: 'Ignored alerts',
      control: 'list',
      group: 'Filter',
      help: 'Regular expressions for names of alerts that are left out.',
    },
    {
      key: 'filters',
      label: 'Labels',
      control: 'map',
      group: 'Filter',
      help: 'Regular expression that the value of a label must match, by label.',
    },
    {
      key: 'exclude_filters',
      label: 'Excluded labels',
      control: 'map',
      group: 'Filter',
      help: 'Value of a label with which an alert is left out, by label.',
    },
    { key: 'tlsConfig', label: 'TLS', control: 'group', group: 'Security', fields: tlsConfigFields },
  ]),
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.host ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url ?? spec.host),
  example: {
    name: 'alerts',
    url: 'http://localhost:9093',
    alerts: ['.*'],
    ignore: ['Watchdog'],
    display: { expr: "results.alerts.map(a, a.name).join(', ')" },
    test: { expr: 'results.alerts.size() == 0' },
  },
};
