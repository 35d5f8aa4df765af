import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const redisConnection: ConnectionKind = {
  type: 'redis',
  title: 'Redis',
  icon: 'redis',
  description: 'A Redis or Valkey server.',
  category: 'database',
  fields: [...loginFields('host:6379'), { key: 'db', label: 'Database', control: 'number', column: 'properties.db', default: 0 }],
  canTest: true,
  example: { url: 'cache:6379', db: 0 },
};
