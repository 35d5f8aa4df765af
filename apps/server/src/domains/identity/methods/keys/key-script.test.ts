import { createHash } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeOf } from '../../testing/flow-fields.ts';
import { TestBrowser } from '../../testing/identity-test-server.ts';
import { useIdentityServer } from '../../testing/use-identity-server.ts';

const server = useIdentityServer();

const bytes = (text: string) => new Uint8Array(Buffer.from(text)).buffer;
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const WindowSchema = z.record(z.string(), z.unknown());

/** A page with hidden fields in one form, a key that answers, and what came of it. */
function openPage(script: string, fields: Record<string, { value: string }>) {
  const seen: { asked: unknown; sent: number } = { asked: undefined, sent: 0 };
  const form = { submit: () => (seen.sent += 1) };
  const response = {
    attestationObject: bytes('attestation'),
    clientDataJSON: bytes('client data'),
    authenticatorData: bytes('authenticator data'),
    signature: bytes('>>>???'),
    userHandle: bytes('handle'),
    getTransports: () => ['usb'],
  };
  const key = { id: base64url('key'), rawId: bytes('key'), type: 'public-key', response, getClientExtensionResults: () => ({}) };
  const answer = async (options: unknown) => {
    seen.asked = options;
    return key;
  };
  const window: Record<string, unknown> = { PublicKeyCredential: { isConditionalMediationAvailable: async () => true } };
  const document = {
    querySelector: (selector: string) => {
      const field = fields[/name="(\w+)"/.exec(selector)?.[1] ?? ''];
      return field === undefined ? null : Object.assign(field, { closest: () => form });
    },
  };
  const navigator = { credentials: { create: answer, get: answer } };
  runInContext(script, createContext({ window, document, navigator, atob, btoa, console, Uint8Array }));
  const call = async (name: string, ...args: unknown[]) => {
    const work = WindowSchema.parse(window)[name];
    if (typeof work !== 'function') throw new Error(`there is no ${name}`);
    await work(...args);
  };
  return { call, seen, names: Object.keys(window) };
}

async function script(): Promise<string> {
  return (await server.openBrowser().get('/api/.ory/.well-known/ory/webauthn.js')).text;
}

describe('the script of keys', () => {
  it('is served under the address that flows name, and is what they say it is', async () => {
    const browser = new TestBrowser(server.url.replace('127.0.0.1', 'localhost'));
    const { attributes } = nodeOf(await browser.begin('login'), 'webauthn_script');
    const src = attributes.node_type === 'script' ? attributes.src : '';

    const answer = await browser.get(src);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(attributes).toMatchObject({ integrity: `sha512-${createHash('sha512').update(answer.text).digest('base64')}` });
    expect((await browser.get('/kratos/.well-known/ory/webauthn.js')).text).toBe(answer.text);
  });

  it('defines the functions under both of their names', async () => {
    const { names } = openPage(await script(), {});

    expect(names).toEqual(
      expect.arrayContaining([
        'oryWebAuthnLogin',
        '__oryWebAuthnLogin',
        'oryWebAuthnRegistration',
        '__oryWebAuthnRegistration',
        'oryPasskeyLogin',
        '__oryPasskeyLogin',
        'oryPasskeyLoginAutocompleteInit',
        'oryPasskeySettingsRegistration',
        'oryPasskeyRegistration',
      ]),
    );
  });

  it('hands the browser bytes for a new key and sends the form with what it made', async () => {
    const fields = { webauthn_register: { value: '' } };
    const page = openPage(await script(), fields);

    await page.call('oryWebAuthnRegistration', {
      publicKey: {
        challenge: base64url('challenge'),
        rp: { id: 'localhost' },
        user: { id: base64url('handle'), name: 'ada' },
        excludeCredentials: [{ id: base64url('old key'), type: 'public-key' }],
      },
    });

    expect(page.seen.sent).toBe(1);
    expect(page.seen.asked).toEqual({
      publicKey: {
        challenge: new Uint8Array(Buffer.from('challenge')),
        rp: { id: 'localhost' },
        user: { id: new Uint8Array(Buffer.from('handle')), name: 'ada' },
        excludeCredentials: [{ id: new Uint8Array(Buffer.from('old key')), type: 'public-key' }],
      },
    });
    expect(JSON.parse(fields.webauthn_register.value)).toEqual({
      id: base64url('key'),
      rawId: base64url('key'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        attestationObject: base64url('attestation'),
        clientDataJSON: base64url('client data'),
        transports: ['usb'],
      },
    });
  });

  it('sends what a key signed, for security keys by argument and for passkeys from the hidden field', async () => {
    const options = { publicKey: { challenge: base64url('challenge'), rpId: 'localhost' } };
    for (const [name, field, args] of [
      ['oryWebAuthnLogin', 'webauthn_login', [options]],
      ['__oryPasskeyLogin', 'passkey_login', []],
      ['oryPasskeyLoginAutocompleteInit', 'passkey_login', []],
    ] as const) {
      const fields = { [field]: { value: '' }, passkey_challenge: { value: JSON.stringify(options) } };
      const page = openPage(await script(), fields);

      await page.call(name, ...args);

      expect([name, page.seen.sent]).toEqual([name, 1]);
      expect(JSON.parse(fields[field]?.value ?? '')).toMatchObject({
        id: base64url('key'),
        response: {
          authenticatorData: base64url('authenticator data'),
          clientDataJSON: base64url('client data'),
          signature: base64url('>>>???'),
          userHandle: base64url('handle'),
        },
      });
    }
  });
});
