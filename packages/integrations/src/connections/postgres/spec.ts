import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const postgresConnection: ConnectionKind = {
  type: 'postgres',
  title: 'PostgreSQL',
  icon: 'postgres',
  description: 'A PostgreSQL database.',
  category: 'database',
  fields: loginFields('postgres://$(username):$(password)@host:5432/database'),
  canTest: true,
  example: {
    url: 'postgres://$(username):$(password)@db:5432/shop',
    username: { value: 'reader' },
    password: { value: 'secret' },
  },
};
