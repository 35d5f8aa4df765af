import { z } from 'zod';
import { tlsConfigFields, tlsConfigSchema } from '../../values/tls-config.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import type { FieldDescription } from '../model.ts';

/** What Elasticsearch and OpenSearch have in common. Source: health-checks §2.10. */
export const searchSchema = baseCheckSchema.extend({
  ...connectionShape,
  query: z.string().optional(),
  index: z.string().optional(),
  results: z.number().int().optional(),
  tlsConfig: tlsConfigSchema.optional(),
});

export type SearchCheck = z.infer<typeof searchSchema>;

export const searchFields: readonly FieldDescription[] = checkFields([
  ...connectionFields({ placeholder: 'http://localhost:9200' }),
  { key: 'index', label: 'Index', control: 'text', group: 'Target', placeholder: 'logs-*', help: 'All indexes when empty.' },
  {
    key: 'query',
    label: 'Query',
    control: 'code',
    group: 'Target',
    placeholder: '{"query": {"term": {"system.role": "api"}}}',
    help: 'JSON text of a search.',
  },
  {
    key: 'results',
    label: 'Hits',
    control: 'number',
    group: 'Verdict',
    default: 0,
    help: 'Fails unless the search has exactly that many hits.',
  },
  { key: 'tlsConfig', label: 'TLS', control: 'group', group: 'Security', fields: tlsConfigFields },
]);
