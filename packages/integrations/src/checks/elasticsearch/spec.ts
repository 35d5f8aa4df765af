import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';
import { type SearchCheck, searchFields, searchSchema } from '../search/spec.ts';

export const elasticsearchKind: CheckKind<SearchCheck> = {
  key: 'elasticsearch',
  type: 'elasticsearch',
  title: 'Elasticsearch',
  icon: 'elasticsearch',
  description: 'Searches an index and expects an exact number of hits.',
  schema: searchSchema,
  fields: searchFields,
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url),
  example: {
    name: 'no-errors',
    url: 'http://localhost:9200',
    index: 'logs-*',
    query: '{"query": {"term": {"level": "error"}}}',
    results: 0,
  },
};
