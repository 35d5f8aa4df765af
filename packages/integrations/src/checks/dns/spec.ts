import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import type { CheckKind } from '../model.ts';

const dnsSchema = baseCheckSchema.extend({
  server: z.string().optional(),
  port: z.number().int().optional(),
  query: z.string().optional(),
  querytype: z.string().optional(),
  minrecords: z.number().int().optional(),
  exactreply: z.array(z.string()).optional(),
  timeout: z.number().optional(),
  thresholdMillis: z.number().optional(),
});

export type DnsCheck = z.infer<typeof dnsSchema>;

/** Record types a DNS check can ask for. */
export const DNS_QUERY_TYPES = ['A', 'CNAME', 'SRV', 'MX', 'PTR', 'TXT', 'NS'] as const;

export const dnsKind: CheckKind<DnsCheck> = {
  key: 'dns',
  type: 'dns',
  title: 'DNS',
  icon: 'dns',
  description: 'Looks up records and compares the reply.',
  schema: dnsSchema,
  fields: checkFields([
    {
      key: 'server',
      label: 'Server',
      control: 'text',
      group: 'Target',
      placeholder: '10.0.0.2',
      help: "The system's resolver when empty.",
    },
    { key: 'port', label: 'Port', control: 'number', group: 'Target', default: 53 },
    { key: 'query', label: 'Name', control: 'text', required: true, group: 'Target', placeholder: 'example.com' },
    {
      key: 'querytype',
      label: 'Record type',
      control: 'select',
      group: 'Target',
      default: 'A',
      options: DNS_QUERY_TYPES.map((value) => ({ value, label: value })),
    },
    { key: 'minrecords', label: 'Fewest records', control: 'number', group: 'Verdict', default: 0 },
    {
      key: 'exactreply',
      label: 'Exact reply',
      control: 'list',
      group: 'Verdict',
      help: 'All records in any order. CNAME, PTR, NS and MX names end in a dot; MX is "host. preference". A name with addresses and no alias is its own CNAME.',
    },
    { key: 'timeout', label: 'Time limit', control: 'number', unit: 's', group: 'Verdict', default: 10 },
    {
      key: 'thresholdMillis',
      label: 'Slowest lookup',
      control: 'number',
      unit: 'ms',
      group: 'Verdict',
      default: 0,
      help: '0 is no limit.',
    },
  ]),
  endpoint: (spec) => `${spec.query ?? ''}${spec.server ? `@${spec.server}` : ''}`,
  host: (spec) => spec.server?.toLowerCase(),
  example: { name: 'localhost', query: 'localhost', querytype: 'A', minrecords: 1, thresholdMillis: 1000 },
};
