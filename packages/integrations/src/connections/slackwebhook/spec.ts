import { passwordField, urlField, usernameField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const slackwebhookConnection: ConnectionKind = {
  type: 'slackwebhook',
  title: 'Slack Webhook',
  icon: 'slack',
  description: 'An incoming webhook of Slack, of older clients; use Slack.',
  category: 'notification',
  isHidden: true,
  fields: [urlField('https://hooks.slack.com/services/…'), usernameField(), passwordField()],
  canTest: false,
  example: { url: 'https://hooks.slack.com/services/T/B/x' },
};
