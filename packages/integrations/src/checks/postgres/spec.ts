import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';
import { type SqlCheck, sqlEndpoint, sqlFields, sqlSchema } from '../sql/spec.ts';

export const postgresKind: CheckKind<SqlCheck> = {
  key: 'postgres',
  type: 'postgres',
  title: 'PostgreSQL',
  icon: 'postgres',
  description: 'Runs a query against PostgreSQL.',
  schema: sqlSchema,
  fields: sqlFields('postgres://$(username):$(password)@localhost:5432/postgres?sslmode=disable'),
  endpoint: sqlEndpoint,
  host: (spec) => (spec.url?.includes('://') ? hostOf(spec.url.replace(/\/\/.*@/, '//')) : undefined),
  example: {
    name: 'accepts-queries',
    url: 'postgres://$(username):$(password)@localhost:5432/postgres?sslmode=disable',
    username: { value: 'postgres' },
    password: { valueFrom: { secretKeyRef: { name: 'postgres', key: 'password' } } },
    query: 'SELECT 1',
    results: 1,
  },
};
