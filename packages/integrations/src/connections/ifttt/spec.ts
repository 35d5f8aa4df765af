import { usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const iftttConnection: ConnectionKind = {
  type: 'ifttt',
  title: 'IFTTT',
  icon: 'ifttt',
  description: 'Events of IFTTT.',
  category: 'notification',
  fields: [usernameField({ label: 'Webhook ID', required: true })],
  serviceUrl: ({ username }) => `ifttt://${username}`,
  canTest: false,
  example: { username: { value: 'id' } },
};
