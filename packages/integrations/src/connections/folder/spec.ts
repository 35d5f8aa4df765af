import { textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const folderConnection: ConnectionKind = {
  type: 'folder',
  title: 'Folder',
  icon: 'folder',
  description: 'A folder on the server.',
  category: 'storage',
  fields: [textField('path', 'Path', 'properties.path', { required: true })],
  canTest: true,
  example: { path: '/srv/artifacts' },
};
