import type { Flow } from '@quarterdeck/contract/identity';
import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldOf, messageIds, namesOf, nodeOf } from '../../testing/flow-fields.ts';
import type { TestAnswer } from '../../testing/identity-test-server.ts';
import { PASSWORD, type SignedInPerson, useIdentityServer } from '../../testing/use-identity-server.ts';
import { newLookupCodes } from './lookup-codes.ts';

const server = useIdentityServer();

const SecretsSchema = z.array(z.object({ id: z.number(), text: z.string() }));

/** What the form shows of codes: their texts, and the ids that say which are used. */
function codesOf(flow: Flow): z.infer<typeof SecretsSchema> {
  const { attributes } = nodeOf(flow, 'lookup_secret_codes');
  return SecretsSchema.parse(attributes.node_type === 'text' ? attributes.text.context?.secrets : undefined);
}

async function addCodes({ browser }: SignedInPerson): Promise<string[]> {
  const flow = await browser.begin('settings');
  const shown = await browser.submit(flow, { lookup_secret_regenerate: true });
  await browser.submit(flow, { lookup_secret_confirm: true });
  return codesOf(shown.flow).map(({ text }) => text);
}

/** A browser that has passed the password and waits for a code. */
async function openForm(email: string): Promise<(code: string) => Promise<TestAnswer>> {
  const browser = server.openBrowser();
  await browser.signIn(email, PASSWORD);
  const flow = await browser.begin('login', 'aal=aal2');
  return (code) => browser.submit(flow, { method: 'lookup_secret', lookup_secret: code });
}

async function enter(email: string, code: string): Promise<TestAnswer> {
  return (await openForm(email))(code);
}

describe('backup recovery codes', () => {
  it('are twelve that are shown until they are confirmed, and count from then on', async () => {
    const person = await server.signIn();
    const flow = await person.browser.begin('settings');

    const shown = await person.browser.submit(flow, { lookup_secret_regenerate: true });
    const unconfirmed = await server.openBrowser().signIn(person.email, PASSWORD);
    const confirmed = await person.browser.submit(flow, { lookup_secret_confirm: true });

    const codes = codesOf(shown.flow);
    expect([shown.status, shown.flow.state]).toEqual([200, 'show_form']);
    expect(namesOf(shown.flow, 'lookup_secret')).toEqual(['lookup_secret_codes', 'lookup_secret_confirm']);
    expect(new Set(codes.map(({ text }) => text)).size).toBe(12);
    expect(codes.every(({ id }) => id === 1050009)).toBe(true);
    expect(unconfirmed.status).toBe(200);
    expect([confirmed.status, messageIds(confirmed.flow)]).toEqual([200, [1050001]]);
    expect(namesOf(confirmed.flow, 'lookup_secret')).toEqual(['lookup_secret_reveal', 'lookup_secret_disable']);
    expect(confirmed.text).not.toContain(codes[0]?.text);
    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(422);
    expect((await person.browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({ authenticator_assurance_level: 'aal2' });
  });

  it('sign in once each, written in any way', async () => {
    const person = await server.signIn();
    const [first = '', second = ''] = await addCodes(person);

    const login = await enter(person.email, ` ${first.toUpperCase().replace('-', ' ')} `);
    const again = await enter(person.email, first);
    const other = await enter(person.email, second);
    const wrong = await enter(person.email, '00000-00000');

    expect([login.status, login.body]).toMatchObject([200, { session: { authenticator_assurance_level: 'aal2' } }]);
    expect([again.status, messageIds(again.flow)]).toEqual([400, [1010004, 4000012]]);
    expect(other.status).toBe(200);
    expect([wrong.status, messageIds(wrong.flow)]).toEqual([400, [1010004, 4000016]]);
  });

  it('let one in when several use the same one at once', async () => {
    const person = await server.signIn();
    const [code = ''] = await addCodes(person);
    const forms = await Promise.all(Array.from({ length: 6 }, () => openForm(person.email)));

    const answers = await Promise.all(forms.map((send) => send(code)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('are revealed on request, the used ones marked, and not again in the next form', async () => {
    const person = await server.signIn();
    const [used = '', unused = ''] = await addCodes(person);
    await enter(person.email, used);
    const flow = await person.browser.begin('settings');

    const shown = await person.browser.submit(flow, { lookup_secret_reveal: 'true' });
    const next = await person.browser.begin('settings');

    const codes = codesOf(shown.flow);
    expect(codes[0]).toMatchObject({ id: 1050014 });
    expect(codes[1]).toMatchObject({ id: 1050009, text: unused });
    expect(namesOf(shown.flow, 'lookup_secret')).toEqual([
      'lookup_secret_codes',
      'lookup_secret_disable',
      'lookup_secret_regenerate',
    ]);
    expect(namesOf(next, 'lookup_secret')).toEqual(['lookup_secret_reveal', 'lookup_secret_disable']);
  });

  it('are replaced by new ones when those are confirmed', async () => {
    const person = await server.signIn();
    const [old = ''] = await addCodes(person);
    const [fresh = ''] = await addCodes(person);

    expect((await enter(person.email, old)).status).toBe(400);
    expect((await enter(person.email, fresh)).status).toBe(200);
  });

  it('are gone once they are disabled', async () => {
    const person = await server.signIn();
    await addCodes(person);

    const saved = await person.browser.submit(await person.browser.begin('settings'), { lookup_secret_disable: true });

    expect([saved.status, namesOf(saved.flow, 'lookup_secret')]).toEqual([200, ['lookup_secret_regenerate']]);
    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(200);
  });

  it('stay with their form: a confirmation without codes is refused', async () => {
    const person = await server.signIn();

    const answer = await person.browser.submit(await person.browser.begin('settings'), { lookup_secret_confirm: true });

    expect([answer.status, messageIds(answer.flow)]).toEqual([400, [4000014]]);
  });

  it('lie sealed in the database, before and after they are confirmed', async () => {
    const person = await server.signIn();
    const flow = await person.browser.begin('settings');
    const [code = ''] = codesOf((await person.browser.submit(flow, { lookup_secret_regenerate: true })).flow).map(
      ({ text }) => text,
    );
    const pending = await server.db.query('SELECT ui::text, internal FROM self_service_flows WHERE id = $1', [flow.id]);
    await person.browser.submit(flow, { lookup_secret_confirm: true });
    const stored = await server.db.query('SELECT config FROM identity_credentials');

    expect(JSON.stringify([pending.rows, stored.rows])).not.toContain(code);
  });

  it('never leave somebody without a way in: with the last one used, the password alone is asked for', async () => {
    const person = await server.signIn();
    const codes = await addCodes(person);
    for (const code of codes.slice(0, -1)) expect((await enter(person.email, code)).status).toBe(200);
    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(422);

    expect((await enter(person.email, codes.at(-1) ?? '')).status).toBe(200);

    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(200);
  });

  it('stay, all used, beside an authenticator app, which is asked for still', async () => {
    const person = await server.signIn();
    const codes = await addCodes(person);
    const flow = await person.browser.begin('settings');
    const secret = fieldOf(flow, 'totp_secret_key');
    const epoch = Math.floor(server.clock.now().getTime() / 1000);
    await person.browser.submit(flow, { method: 'totp', totp_code: await generate({ secret, epoch }) });

    for (const code of codes) expect((await enter(person.email, code)).status).toBe(200);

    expect((await server.openBrowser().signIn(person.email, PASSWORD)).status).toBe(422);
  });
});

describe('newLookupCodes', () => {
  it('makes codes that nobody mistypes, never the same', () => {
    const codes = Array.from({ length: 50 }, newLookupCodes).flat();

    expect(codes.every((code) => /^[0-9a-hj-km-np-tv-z]{5}-[0-9a-hj-km-np-tv-z]{5}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(600);
  });
});
