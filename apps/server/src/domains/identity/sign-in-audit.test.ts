import { CreatedTokenSchema, DeviceBegunSchema } from '@quarterdeck/contract/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from './testing/identity-test-server.ts';
import { newEmail, PASSWORD, useIdentityServer } from './testing/use-identity-server.ts';

const WRONG = 'wrong-of-the-test';

const server = useIdentityServer(() => ['--registration', 'anyone']);
let browser: TestBrowser;
let email: string;
let nobody: string;
let id: string;
beforeEach(async () => {
  browser = server.openBrowser();
  email = newEmail('ada');
  nobody = newEmail('nobody');
  id = await server.addPerson({ email, password: PASSWORD, role: 'editor' });
  await server.db.query('DELETE FROM audit_log');
});

interface Row {
  readonly action: string;
  readonly actor: string;
  readonly person_id: string | null;
  readonly outcome: string;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function rows(): Promise<Row[]> {
  return (await server.db.query<Row>('SELECT * FROM audit_log ORDER BY at, id')).rows;
}

/** What is on record, once there is as much. */
function recorded(actions: readonly string[]) {
  return expect.poll(async () => (await rows()).map(({ action }) => action)).toEqual(actions);
}

const agent = { 'user-agent': 'the test' };
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('the audit log tells of', () => {
  it('signing in and out, and what failed before', async () => {
    const flow = await browser.begin('login');
    await browser.submit(flow, { method: 'password', identifier: email, password: WRONG }, agent);
    await browser.submit(flow, { method: 'password', identifier: nobody, password: WRONG }, agent);
    await browser.submit(flow, { method: 'password', identifier: email, password: PASSWORD }, agent);
    const { body } = await browser.get('/api/.ory/self-service/logout/browser');
    await browser.get(new URL(String(Object(body).logout_url)).pathname + new URL(String(Object(body).logout_url)).search);

    await recorded(['sign_in_failed', 'sign_in_failed', 'sign_in', 'sign_out']);
    const [, unknown, signIn] = await rows();
    expect(unknown).toMatchObject({ actor: nobody, person_id: null, outcome: 'refused' });
    expect(signIn).toMatchObject({
      actor: email,
      person_id: id,
      outcome: 'done',
      ip_address: '127.0.0.1',
      user_agent: 'the test',
      details: { method: 'password', aal: 'aal1' },
    });
    expect(JSON.stringify(await rows())).not.toContain(WRONG);
  });

  it('a session that was ended elsewhere', async () => {
    await browser.signIn(email, PASSWORD);
    await server.openBrowser().signIn(email, PASSWORD);
    await browser.send('DELETE', '/api/.ory/sessions');

    await recorded(['sign_in', 'sign_in', 'session_revoked']);
  });

  it('registering, which signs in', async () => {
    const traits = { email: newEmail('grace'), name: { first: 'Grace', last: 'H' } };
    await browser.submit(await browser.begin('registration'), { method: 'password', password: 'a ship on the sea', traits });

    await recorded(['register', 'sign_in']);
  });

  it('wrong codes of recovery and verification before the right ones', async () => {
    for (const kind of ['recovery', 'verification'] as const) {
      const known = await server.db.query('SELECT FROM courier_messages WHERE recipient = $1', [email]);
      const { flow } = await browser.submit(await browser.begin(kind), { method: 'code', email });
      const code = (await server.mails(known.rows.length + 1, email)).at(-1)?.code ?? '';
      await browser.submit(flow, { method: 'code', code: String((Number(code) + 1) % 100_000_000).padStart(8, '0') });
      await browser.submit(flow, { method: 'code', code });
      browser.cookies.clear();
    }

    await recorded(['recover_failed', 'recover', 'verify_failed', 'verify']);
    expect((await rows())[0]).toMatchObject({ actor: email, outcome: 'refused', details: { method: 'code' } });
  });

  it('a link that is good for nothing', async () => {
    const flow = await browser.begin('recovery');
    await browser.submit(flow, { method: 'link', token: 'made-up' });

    await recorded(['recover_failed']);
  });

  it('a wrong password in the header once, however often the program asks', async () => {
    for (let tried = 0; tried < 3; tried++) await browser.get('/api/auth/whoami', { ...basic(email, WRONG), ...agent });
    await browser.get('/api/auth/whoami', basic(email, PASSWORD));
    await browser.get('/api/auth/whoami', basic(nobody, WRONG));

    await recorded(['sign_in_failed', 'sign_in_failed']);
    const [known, unknown] = await rows();
    expect(known).toMatchObject({ actor: email, person_id: id, user_agent: 'the test', details: { method: 'basic' } });
    expect(unknown).toMatchObject({ actor: nobody, person_id: null });
    expect(JSON.stringify(await rows())).not.toContain(WRONG);
  });

  it('a program that was let in, and the token that it got', async () => {
    await browser.signIn(email, PASSWORD);
    const program = server.openBrowser();
    const begun = DeviceBegunSchema.parse((await program.send('POST', '/api/auth/device', { name: 'laptop' })).body);
    await browser.send('POST', '/api/auth/device/approve', { user_code: begun.user_code, approve: true });
    const answer = await program.send('POST', '/api/auth/device/token', { device_code: begun.device_code });
    const { token } = CreatedTokenSchema.parse(answer.body);

    await recorded(['sign_in', 'approve_device', 'create_token']);
    expect((await rows()).at(-1)).toMatchObject({ actor: email, person_id: id, details: { device: 'laptop' } });
    expect(JSON.stringify(await rows())).not.toContain(token);
  });
});
