import type { CheckKind } from '../model.ts';
import { type SqlCheck, sqlEndpoint, sqlFields, sqlSchema } from '../sql/spec.ts';

export const mysqlKind: CheckKind<SqlCheck> = {
  key: 'mysql',
  type: 'mysql',
  title: 'MySQL',
  icon: 'mysql',
  description: 'Runs a query against MySQL or MariaDB.',
  schema: sqlSchema,
  fields: sqlFields('$(username):$(password)@tcp(localhost:3306)/mysql'),
  endpoint: sqlEndpoint,
  host: (spec) => /@[a-z]*\(([^:)]+)(?::\d+)?\)/.exec(spec.url ?? '')?.[1]?.toLowerCase(),
  example: {
    name: 'accepts-queries',
    url: '$(username):$(password)@tcp(localhost:3306)/mysql',
    username: { value: 'monitor' },
    password: { valueFrom: { secretKeyRef: { name: 'mysql', key: 'password' } } },
    query: 'SELECT 1',
    results: 1,
  },
};
