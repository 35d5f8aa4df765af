import { passwordField, urlField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const jmeterConnection: ConnectionKind = {
  type: 'jmeter',
  title: 'JMeter',
  icon: 'jmeter',
  description: 'A JMeter server.',
  category: 'monitoring',
  isHidden: true,
  fields: [urlField('https://jmeter.example.com'), usernameField(), passwordField()],
  canTest: false,
  example: { url: 'https://jmeter.example.com' },
};
