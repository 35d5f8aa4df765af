import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const elasticsearchConnection: ConnectionKind = {
  type: 'elasticsearch',
  title: 'Elasticsearch',
  icon: 'elasticsearch',
  description: 'An Elasticsearch cluster.',
  category: 'monitoring',
  fields: loginFields('https://elasticsearch:9200'),
  canTest: true,
  example: { url: 'https://elasticsearch:9200' },
};
