import { hostOf } from '../endpoint.ts';
import type { CheckKind } from '../model.ts';
import { type SqlCheck, sqlEndpoint, sqlFields, sqlSchema } from '../sql/spec.ts';

/** Source: health-checks §2.7. */
export const mssqlKind: CheckKind<SqlCheck> = {
  key: 'mssql',
  type: 'mssql',
  title: 'SQL Server',
  icon: 'mssql',
  description: 'Runs a query against Microsoft SQL Server.',
  schema: sqlSchema,
  fields: sqlFields('server=localhost;port=1433;user id=$(username);password=$(password);database=master'),
  endpoint: sqlEndpoint,
  host: (spec) => /(?:^|;)\s*server\s*=\s*(?:tcp:)?([^;,\\$]+)/i.exec(spec.url ?? '')?.[1]?.toLowerCase() ?? urlHost(spec.url),
  example: {
    name: 'accepts-queries',
    url: 'server=localhost;port=1433;user id=$(username);password=$(password);database=master',
    username: { value: 'monitor' },
    password: { valueFrom: { secretKeyRef: { name: 'mssql', key: 'password' } } },
    query: 'SELECT 1',
    results: 1,
  },
};

function urlHost(url: string | undefined): string | undefined {
  return url?.includes('://') ? hostOf(url) : undefined;
}
