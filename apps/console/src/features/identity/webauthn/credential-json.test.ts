import { describe, expect, it } from 'vitest';
import { creationOptions, fromBase64Url, readOptions, requestOptions, toBase64Url } from './credential-json.ts';

describe('byte strings', () => {
  it('survive the way to base64url and back', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    expect(toBase64Url(bytes)).not.toMatch(/[+/=]/);
  });

  it('are refused when they are none', () => {
    expect(() => fromBase64Url('<script>')).toThrow(TypeError);
    expect(() => fromBase64Url(undefined)).toThrow(TypeError);
  });
});

describe('the options of a trigger', () => {
  const options = { challenge: 'AQID', rpId: 'localhost' };

  it.each([
    ['alone', JSON.stringify({ publicKey: options })],
    ['as the argument of a call', `window.oryWebAuthnLogin(${JSON.stringify({ publicKey: options })})`],
    ['without an envelope', JSON.stringify(options)],
    [
      'inside the envelope of a passkey',
      JSON.stringify({ credentialOptions: { publicKey: options }, displayNameFieldName: 'x' }),
    ],
  ])('are read %s', (_, source) => {
    expect(readOptions(source)).toEqual(options);
  });

  it.each([undefined, '', 'window.oryPasskeyLogin()', '{"challenge":1}', '({alert(1)})'])('are not there in %s', (source) => {
    expect(readOptions(source)).toBeUndefined();
  });

  it('of a sign-in leave out what the server does not say', () => {
    expect(requestOptions({ ...options, timeout: 60_000, userVerification: 'odd' })).toEqual({
      challenge: Uint8Array.of(1, 2, 3),
      allowCredentials: [],
      rpId: 'localhost',
      timeout: 60_000,
    });
  });

  it('of a new key name the person, the kinds of keys and those that are there already', () => {
    const read = creationOptions({
      challenge: 'AQID',
      rp: { id: 'localhost', name: 'Deck' },
      user: { id: 'BAU', name: 'ada@example.com', displayName: 'Ada Byron' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }, { alg: 'odd' }],
      excludeCredentials: [{ id: 'Bg', type: 'public-key', transports: ['usb', 'odd'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    expect(read).toEqual({
      challenge: Uint8Array.of(1, 2, 3),
      rp: { id: 'localhost', name: 'Deck' },
      user: { id: Uint8Array.of(4, 5), name: 'ada@example.com', displayName: 'Ada Byron' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(6), transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  });
});
