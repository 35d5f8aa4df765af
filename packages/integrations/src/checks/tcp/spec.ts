import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const tcpSchema = baseCheckSchema.extend({
  endpoint: z.string().optional(),
  thresholdMillis: z.number().optional(),
});

export type TcpCheck = z.infer<typeof tcpSchema>;

export const tcpKind: CheckKind<TcpCheck> = {
  key: 'tcp',
  type: 'tcp',
  title: 'TCP',
  icon: 'network',
  description: 'Opens a TCP connection.',
  schema: tcpSchema,
  fields: checkFields([
    {
      key: 'endpoint',
      label: 'Endpoint',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 'example.com:443',
      help: 'ADDRESS:PORT',
    },
    { key: 'thresholdMillis', label: 'Time limit', control: 'number', unit: 'ms', group: 'Verdict', help: '30 s when empty.' },
  ]),
  endpoint: (spec) => spec.endpoint ?? '',
  host: (spec) => hostOf(spec.endpoint),
  example: { name: 'database-port', endpoint: 'localhost:5432', thresholdMillis: 500 },
};
