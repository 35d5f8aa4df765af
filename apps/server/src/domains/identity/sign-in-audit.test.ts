import { CreatedTokenSchema, DeviceBegunSchema } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityTestServer, startIdentityTestServer, type TestBrowser } from './testing/identity-test-server.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse battery';
const WRONG = 'wrong-of-the-test';

let db: Database;
let server: IdentityTestServer;
let browser: TestBrowser;
let id: string;
beforeEach(async () => {
  db = await createTestDatabase();
  server = await startIdentityTestServer(db, ['--registration', 'anyone']);
  browser = server.openBrowser();
  id = await server.addPerson({ email: EMAIL, password: PASSWORD, role: 'editor' });
});
afterEach(async () => {
  await server.stop();
  await db.close();
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
  return (await db.query<Row>('SELECT * FROM audit_log ORDER BY at, id')).rows;
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
    await browser.submit(flow, { method: 'password', identifier: EMAIL, password: WRONG }, agent);
    await browser.submit(flow, { method: 'password', identifier: 'nobody@example.com', password: WRONG }, agent);
    await browser.submit(flow, { method: 'password', identifier: EMAIL, password: PASSWORD }, agent);
    const { body } = await browser.get('/api/.ory/self-service/logout/browser');
    await browser.get(new URL(String(Object(body).logout_url)).pathname + new URL(String(Object(body).logout_url)).search);

    await recorded(['sign_in_failed', 'sign_in_failed', 'sign_in', 'sign_out']);
    const [, unknown, signIn] = await rows();
    expect(unknown).toMatchObject({ actor: 'nobody@example.com', person_id: null, outcome: 'refused' });
    expect(signIn).toMatchObject({
      actor: EMAIL,
      person_id: id,
      outcome: 'done',
      ip_address: '127.0.0.1',
      user_agent: 'the test',
      details: { method: 'password', aal: 'aal1' },
    });
    expect(JSON.stringify(await rows())).not.toContain(WRONG);
  });

  it('a session that was ended elsewhere', async () => {
    await browser.signIn(EMAIL, PASSWORD);
    await server.openBrowser().signIn(EMAIL, PASSWORD);
    await browser.send('DELETE', '/api/.ory/sessions');

    await recorded(['sign_in', 'sign_in', 'session_revoked']);
  });

  it('registering, which signs in', async () => {
    const traits = { email: 'grace@example.com', name: { first: 'Grace', last: 'H' } };
    await browser.submit(await browser.begin('registration'), { method: 'password', password: 'a ship on the sea', traits });

    await recorded(['register', 'sign_in']);
  });

  it('wrong codes of recovery and verification before the right ones', async () => {
    for (const kind of ['recovery', 'verification'] as const) {
      const known = await db.query('SELECT FROM courier_messages');
      const { flow } = await browser.submit(await browser.begin(kind), { method: 'code', email: EMAIL });
      const code = (await server.mails(known.rows.length + 1)).at(-1)?.code ?? '';
      await browser.submit(flow, { method: 'code', code: String((Number(code) + 1) % 100_000_000).padStart(8, '0') });
      await browser.submit(flow, { method: 'code', code });
      browser.cookies.clear();
    }

    await recorded(['recover_failed', 'recover', 'verify_failed', 'verify']);
    expect((await rows())[0]).toMatchObject({ actor: EMAIL, outcome: 'refused', details: { method: 'code' } });
  });

  it('a link that is good for nothing', async () => {
    const flow = await browser.begin('recovery');
    await browser.submit(flow, { method: 'link', token: 'made-up' });

    await recorded(['recover_failed']);
  });

  it('a wrong password in the header once, however often the program asks', async () => {
    for (let tried = 0; tried < 3; tried++) await browser.get('/api/auth/whoami', { ...basic(EMAIL, WRONG), ...agent });
    await browser.get('/api/auth/whoami', basic(EMAIL, PASSWORD));
    await browser.get('/api/auth/whoami', basic('nobody@example.com', WRONG));

    await recorded(['sign_in_failed', 'sign_in_failed']);
    const [known, unknown] = await rows();
    expect(known).toMatchObject({ actor: EMAIL, person_id: id, user_agent: 'the test', details: { method: 'basic' } });
    expect(unknown).toMatchObject({ actor: 'nobody@example.com', person_id: null });
    expect(JSON.stringify(await rows())).not.toContain(WRONG);
  });

  it('a program that was let in, and the token that it got', async () => {
    await browser.signIn(EMAIL, PASSWORD);
    const program = server.openBrowser();
    const begun = DeviceBegunSchema.parse((await program.send('POST', '/api/auth/device', { name: 'laptop' })).body);
    await browser.send('POST', '/api/auth/device/approve', { user_code: begun.user_code, approve: true });
    const answer = await program.send('POST', '/api/auth/device/token', { device_code: begun.device_code });
    const { token } = CreatedTokenSchema.parse(answer.body);

    await recorded(['sign_in', 'approve_device', 'create_token']);
    expect((await rows()).at(-1)).toMatchObject({ actor: EMAIL, person_id: id, details: { device: 'laptop' } });
    expect(JSON.stringify(await rows())).not.toContain(token);
  });
});
