import { passwordField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const pushbulletConnection: ConnectionKind = {
  type: 'pushbullet',
  title: 'Pushbullet',
  icon: 'pushbullet',
  description: 'Messages to devices by Pushbullet.',
  category: 'notification',
  fields: [
    passwordField({ label: 'Token', required: true }),
    textField('targets', 'Targets', 'properties.targets', { required: true, help: 'Device, #channel or address.' }),
  ],
  serviceUrl: ({ targets }) => `pushbullet://$(password)/${targets}`,
  canTest: false,
  example: { password: { value: 'token' }, targets: 'phone' },
};
