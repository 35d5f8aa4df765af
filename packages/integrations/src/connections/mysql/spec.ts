import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const mysqlConnection: ConnectionKind = {
  type: 'mysql',
  title: 'MySQL',
  icon: 'mysql',
  description: 'A MySQL or MariaDB database.',
  category: 'database',
  fields: loginFields('mysql://$(username):$(password)@host:3306/database'),
  canTest: true,
  example: { url: 'mysql://$(username):$(password)@db:3306/shop', username: { value: 'reader' }, password: { value: 'secret' } },
};
