import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';

const icmpSchema = baseCheckSchema.extend({
  endpoint: z.string().optional(),
  thresholdMillis: z.number().optional(),
  packetLossThreshold: z.number().optional(),
  packetCount: z.number().int().optional(),
});

export type IcmpCheck = z.infer<typeof icmpSchema>;

export const icmpKind: CheckKind<IcmpCheck> = {
  key: 'icmp',
  type: 'icmp',
  title: 'Ping',
  icon: 'icmp',
  description: 'Sends ICMP echo requests and judges loss and round-trip time.',
  schema: icmpSchema,
  fields: checkFields([
    {
      key: 'endpoint',
      label: 'Endpoint',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: 'example.com',
      help: 'Host, address or URL; of a URL the host is used.',
    },
    { key: 'packetCount', label: 'Packets', control: 'number', group: 'Target', default: 5 },
    { key: 'packetLossThreshold', label: 'Tolerated loss', control: 'number', unit: '%', group: 'Verdict', default: 0 },
    {
      key: 'thresholdMillis',
      label: 'Slowest average',
      control: 'number',
      unit: 'ms',
      group: 'Verdict',
      default: 0,
      help: '0 is no limit.',
    },
  ]),
  endpoint: (spec) => spec.endpoint ?? '',
  host: (spec) => hostOf(spec.endpoint),
  example: { name: 'gateway', endpoint: 'localhost', packetCount: 3, packetLossThreshold: 10 },
};
