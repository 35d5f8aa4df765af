import { describe, expect, it } from 'vitest';
import { isSecretProperty, isSecretUsername, typeOfProperty } from './secret-parts.ts';

describe('a property is secret by its name', () => {
  it.each(['secretKey', 'bearer', 'oauth_client_secret', 'apiKey', 'session_token', 'credentials', 'altID', 'authKey'])(
    '%s is',
    (key) => {
      expect(isSecretProperty(key)).toBe(true);
    },
  );
  it.each(['region', 'bucket', 'tokenUrl', 'authMethod', 'keyId', 'messageKey', 'titleKey'])('%s is not', (key) => {
    expect(isSecretProperty(key)).toBe(false);
  });
});

it('the address of a webhook is read as one, other properties as any address', () => {
  expect(['target', 'webhookUrl', 'host', 'webhookName'].map(typeOfProperty)).toEqual(['webhook', 'webhook', '', '']);
});

it('the user name is a token where the service has two of them, or nothing else', () => {
  expect(['rocketchat', 'ifttt', 'google_chat', 'slack', 'postgres'].map(isSecretUsername)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
