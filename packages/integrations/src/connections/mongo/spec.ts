import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const mongoConnection: ConnectionKind = {
  type: 'mongo',
  title: 'MongoDB',
  icon: 'mongo',
  description: 'A MongoDB database.',
  category: 'database',
  fields: loginFields('mongodb://$(username):$(password)@host:27017/?authSource=admin'),
  canTest: true,
  example: { url: 'mongodb://db:27017' },
};
