import { choices, insecureTlsField, textField } from '../fields.ts';
import type { ConnectionKind } from '../model.ts';

export const genericWebhookConnection: ConnectionKind = {
  type: 'generic_webhook',
  title: 'Generic Webhook',
  icon: 'webhook',
  description: 'Messages to any HTTP endpoint.',
  category: 'notification',
  fields: [
    textField('target', 'URL', 'properties.target', { required: true, placeholder: 'https://hooks.example.com/ops' }),
    textField('contentType', 'Content type', 'properties.contentType', { default: 'application/json' }),
    {
      key: 'requestMethod',
      label: 'Request method',
      control: 'select',
      column: 'properties.requestMethod',
      default: 'POST',
      options: choices('POST', 'GET'),
    },
    textField('messageKey', 'Message key', 'properties.messageKey', { default: 'message' }),
    textField('titleKey', 'Title key', 'properties.titleKey', { default: 'title' }),
    insecureTlsField,
  ],
  serviceUrl: ({ target = '', contentType, messageKey, titleKey, requestMethod, insecure_tls }) =>
    `generic+${decodeURIComponent(target)}${target.includes('%3F') ? '&' : '?'}ContentType=${contentType}&MessageKey=${messageKey}&TitleKey=${titleKey}&RequestMethod=${requestMethod}&DisableTLS=${insecure_tls}`,
  canTest: false,
  example: { target: 'https://hooks.example.com/ops' },
};
