import { z } from 'zod';
import { envVarSchema } from '../../values/env-var.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const dynatraceSchema = baseCheckSchema.extend({
  host: z.string().optional(),
  scheme: z.enum(['https', 'http']).optional(),
  apiKey: envVarSchema.optional(),
  connection: z.string().optional(),
});

export type DynatraceCheck = z.infer<typeof dynatraceSchema>;

/** Source: health-checks §2.24. */
export const dynatraceKind: CheckKind<DynatraceCheck> = {
  key: 'dynatrace',
  type: 'dynatrace',
  title: 'Dynatrace',
  icon: 'dynatrace',
  description: 'Lists the problems of a Dynatrace environment; a test judges them, or a transform makes a check of each.',
  schema: dynatraceSchema,
  fields: checkFields([
    {
      key: 'connection',
      label: 'Connection',
      control: 'text',
      group: 'Target',
      placeholder: 'connection://namespace/name',
      help: 'A stored connection, whose URL and password stand in for host and API key.',
    },
    {
      key: 'host',
      label: 'Host',
      control: 'text',
      group: 'Target',
      placeholder: 'abc12345.live.dynatrace.com',
      help: 'A path may follow, as managed environments have one.',
    },
    {
      key: 'scheme',
      label: 'Scheme',
      control: 'select',
      group: 'Target',
      default: 'https',
      options: ['https', 'http'].map((value) => ({ value, label: value })),
    },
    {
      key: 'apiKey',
      label: 'API key',
      control: 'secret',
      envVar: true,
      group: 'Target',
      help: 'A token with the scope problems.read.',
    },
  ]),
  endpoint: (spec) => withoutCredentials(spec.host ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.host),
  example: {
    name: 'problems',
    host: 'abc12345.live.dynatrace.com',
    scheme: 'https',
    apiKey: { valueFrom: { secretKeyRef: { name: 'dynatrace', key: 'api-key' } } },
    test: { expr: "results.all(r, r.status != 'OPEN')" },
  },
};
