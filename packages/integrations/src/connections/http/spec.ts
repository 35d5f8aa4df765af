import { loginFields } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const httpConnection: ConnectionKind = {
  type: 'http',
  title: 'HTTP',
  icon: 'http',
  description: 'A service that is reached by HTTP.',
  category: 'protocol',
  fields: loginFields('https://service.example.com'),
  canTest: true,
  example: { url: 'https://service.example.com' },
};
