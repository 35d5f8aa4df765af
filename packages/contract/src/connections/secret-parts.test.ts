import { describe, expect, it } from 'vitest';
import { isSecretProperty, urlPasswordSpan } from './secret-parts.ts';

describe('the password in an address', () => {
  it.each([
    ['postgres://ada:hunter2@db/shop', 'hunter2'],
    ['postgres://ada:p@ss/word@db/shop', 'p@ss/word'],
    ['smtp://ada:p?q@mail', 'p?q'],
    ['smtp://ada:pw@mail/?from=a@b', 'pw'],
    ['redis://:only@cache', 'only'],
    ['http://host:8080/path@x', undefined],
    ['https://host/', undefined],
    ['slack://$(password)@C1', undefined],
    ['postgres://$(username):$(password)@db/shop', undefined],
    ['cache:6379', undefined],
  ])('%s has %s', (url, password) => {
    const span = urlPasswordSpan(url);
    expect(span === undefined ? undefined : url.slice(...span)).toBe(password);
  });
});

describe('a property is secret by its name', () => {
  it.each(['secretKey', 'bearer', 'oauth_client_secret', 'apiKey', 'session_token', 'credentials'])('%s is', (key) => {
    expect(isSecretProperty(key)).toBe(true);
  });
  it.each(['region', 'bucket', 'tokenUrl', 'authMethod', 'keyId'])('%s is not', (key) => {
    expect(isSecretProperty(key)).toBe(false);
  });
});
