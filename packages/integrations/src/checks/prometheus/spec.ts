import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import { httpConnectionFields, httpConnectionShape } from '../http-connection-fields.ts';
import type { CheckKind } from '../model.ts';

const prometheusSchema = baseCheckSchema.extend({
  ...httpConnectionShape,
  host: z.string().optional(),
  query: z.string().optional(),
});

export type PrometheusCheck = z.infer<typeof prometheusSchema>;

/** Source: health-checks §2.11. */
export const prometheusKind: CheckKind<PrometheusCheck> = {
  key: 'prometheus',
  type: 'prometheus',
  title: 'Prometheus',
  icon: 'prometheus',
  description: 'Runs an instant query; a test judges its values.',
  schema: prometheusSchema,
  fields: checkFields([
    ...httpConnectionFields({
      placeholder: 'http://localhost:9090',
      help: "The server's own Prometheus when empty.",
    }),
    {
      key: 'host',
      label: 'Host',
      control: 'text',
      group: 'Target',
      help: 'No longer a field: use URL. A check that has it fails.',
    },
    {
      key: 'query',
      label: 'Query',
      control: 'code',
      required: true,
      group: 'Target',
      placeholder: 'up{job="api"}',
      help: 'PromQL that gives an instant vector or a scalar.',
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url),
  example: {
    name: 'targets-up',
    url: 'http://localhost:9090',
    query: 'up',
    display: { expr: "string(results.filter(r, r.value == 1.0).size()) + ' of ' + string(results.size()) + ' targets are up'" },
    test: { expr: 'results.all(r, r.value == 1.0)' },
  },
};
