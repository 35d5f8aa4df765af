import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const sqlServerConnection: ConnectionKind = {
  type: 'sql_server',
  title: 'SQL Server',
  icon: 'mssql',
  description: 'A Microsoft SQL Server database.',
  category: 'database',
  fields: loginFields('sqlserver://$(username):$(password)@host:1433?database=name'),
  canTest: true,
  example: {
    url: 'sqlserver://$(username):$(password)@db:1433?database=shop',
    username: { value: 'reader' },
    password: { value: 'secret' },
  },
};
