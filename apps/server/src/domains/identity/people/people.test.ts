import { ROLES } from '@quarterdeck/contract/access';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailListener } from '../mail/testing/mail-listener.ts';
import { type IdentityTestServer, startIdentityTestServer, type TestBrowser } from '../testing/identity-test-server.ts';

const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', role: 'editor' };
const PASSWORD = 'quarter of the deck';
const UNKNOWN = '0196f0f0-0000-7000-8000-000000000000';

let db: Database;
let server: IdentityTestServer;
let admin: TestBrowser;
let adminId: string;
beforeEach(async () => {
  db = await createTestDatabase();
  server = await startIdentityTestServer(db);
  adminId = await server.addPerson({ email: 'ada@example.com', password: PASSWORD, role: 'admin' });
  admin = await signIn('ada@example.com');
});
afterEach(async () => {
  await server.stop();
  await db.close();
});

async function signIn(email: string): Promise<TestBrowser> {
  const browser = server.openBrowser();
  await browser.signIn(email, PASSWORD);
  return browser;
}

async function rolesOf(id: string): Promise<unknown[]> {
  const { rows } = await db.query<{ v1: string }>(`SELECT v1 FROM casbin_rule WHERE v0 = $1 ORDER BY v1`, [id]);
  return rows.map(({ v1 }) => v1);
}

/** Opens the link of an invitation and sets a password. */
async function accept(link: string): Promise<TestBrowser> {
  const url = new URL(link);
  const browser = server.openBrowser();
  const answer = await browser.send('POST', `/api/.ory/self-service/recovery?flow=${url.searchParams.get('flow')}`, {
    method: 'link',
    token: url.searchParams.get('token'),
  });
  const to = new URL(String(Object(answer.body).redirect_browser_to));
  const settings = await browser.get(`/api/.ory/self-service/settings/flows?id=${to.searchParams.get('flow')}`);
  await browser.submit(settings.flow, { method: 'password', password: PASSWORD });
  return browser;
}

describe('an invitation', () => {
  it.each([
    ['an endless first name', { firstName: 'a'.repeat(500) }, 'Please provide valid first name'],
    ['a last name with a control character', { lastName: 'Hop\u0000per' }, 'Please provide valid last name'],
  ])('is refused with %s', async (_, wrong, text) => {
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...GRACE, ...wrong });

    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error: expect.stringContaining(text) })]);
  });

  it('answers a link and a code and mails both; with the link a password is set, and the role works at once', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', GRACE);
    const { link, code } = Object(answer.body);
    const [mail] = await server.mails(1);
    const browser = await accept(link);

    const write = await browser.send('POST', '/api/db/properties', [{ name: 'logs.disable', value: 'true' }]);
    const manage = await browser.send('POST', '/api/auth/invite_user', GRACE);
    const again = await server.openBrowser().signIn(GRACE.email, PASSWORD);

    expect(answer.status).toBe(200);
    expect(new URL(link).origin).toBe(server.url);
    expect(mail).toMatchObject({ template: 'invitation', recipient: GRACE.email, code });
    expect(mail?.body).toContain(link);
    expect(mail?.body).toContain('Ada Byron invited you');
    expect([write.status, manage.status, again.status]).toEqual([201, 403, 200]);
  });

  it('is accepted with the code typed in, too', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', GRACE);
    const { link, code } = Object(answer.body);
    const browser = server.openBrowser();
    const flow = await browser.get(`/api/.ory/self-service/recovery/flows?id=${new URL(link).searchParams.get('flow')}`);

    expect((await browser.submit(flow.flow, { method: 'code', code })).status).toBe(422);
    expect((await browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({ identity: { traits: { email: GRACE.email } } });
  });

  it('is good for three days', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', GRACE);
    const id = new URL(Object(answer.body).link).searchParams.get('flow');
    await server.clock.advance(71 * 3_600_000);
    const before = await server.openBrowser().get(`/api/.ory/self-service/recovery/flows?id=${id}`);
    await server.clock.advance(2 * 3_600_000);
    const after = await server.openBrowser().get(`/api/.ory/self-service/recovery/flows?id=${id}`);

    expect([before.status, after.status]).toEqual([200, 410]);
  });

  it.each(ROLES)('gives the role %s', async (role) => {
    await admin.send('POST', '/api/auth/invite_user', { ...GRACE, role });
    const { body } = await admin.get(`/api/db/people_roles?email=eq.${GRACE.email}&select=roles`);

    expect(body).toEqual([{ roles: [role] }]);
  });

  it('of an address that has an account is refused as consoles expect it, whatever its letters', async () => {
    await admin.send('POST', '/api/auth/invite_user', GRACE);
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...GRACE, email: 'GRACE@example.com' });

    expect([answer.status, answer.body]).toEqual([500, { error: 'User already exists', message: 'Error creating user' }]);
    expect(await server.mails(1)).toHaveLength(1);
  });

  it.each([
    ['no first name', { firstName: ' ' }],
    ['no last name', { lastName: '' }],
    ['no address', { email: 'grace' }],
    ['two addresses', { email: 'grace@example.com,eve@example.com' }],
    ['a line break in the address', { email: 'grace@example.com\nBcc: eve@example.com' }],
    ['a role that there is not', { role: 'root' }],
    ['the role of agents', { role: 'agent' }],
  ])('with %s is refused and leaves nothing behind', async (_what, wrong) => {
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...GRACE, ...wrong });

    expect(answer.status).toBe(400);
    expect((await db.query('SELECT id FROM identities')).rows).toHaveLength(1);
  });

  it('stays when the mail server does not take the mail', async () => {
    const listener = await startMailListener();
    listener.mood = 'refuse for good';
    const other = await startIdentityTestServer(db, ['--smtp-url', listener.url, '--roles', 'web,worker']);
    const browser = other.openBrowser();
    await browser.signIn('ada@example.com', PASSWORD);

    const answer = await browser.send('POST', '/api/auth/invite_user', GRACE);
    await expect
      .poll(async () => (await db.query('SELECT status FROM courier_messages')).rows)
      .toEqual([{ status: 'abandoned' }]);
    await other.stop();
    await listener.stop();

    expect(answer.status).toBe(200);
    expect((await db.query(`SELECT id FROM people WHERE email = 'grace@example.com'`)).rows).toHaveLength(1);
  });

  it('has the public address in its link, whatever Host the request names', async () => {
    const other = await startIdentityTestServer(db, ['--public-url', 'https://deck.example.com']);
    const browser = other.openBrowser();
    browser.cookies.set('ory_kratos_session', admin.cookies.get('ory_kratos_session') ?? '');
    const answer = await browser.send('POST', '/api/auth/invite_user', GRACE, { 'x-forwarded-host': 'evil.example.com' });
    await other.stop();

    expect(Object(answer.body).link).toMatch(/^https:\/\/deck\.example\.com\/recovery\?flow=/);
  });
});

describe('accounts', () => {
  it.each([
    ['POST', '/api/auth/invite_user', GRACE],
    ['POST', '/api/people/update', { id: UNKNOWN, role: 'admin' }],
    ['DELETE', `/api/people/${UNKNOWN}`, undefined],
    ['POST', `/api/auth/${UNKNOWN}/update_state`, { id: UNKNOWN, state: 'inactive' }],
    ['POST', `/api/auth/${UNKNOWN}/properties`, { role: 'admin' }],
    ['GET', '/api/identity/outbox', undefined],
  ])('are for administrators: %s %s', async (method, path, body) => {
    for (const role of ROLES.filter((name) => name !== 'admin')) {
      await server.addPerson({ email: `${role}@example.com`, password: PASSWORD, role });
      expect((await (await signIn(`${role}@example.com`)).send(method, path, body)).status).toBe(403);
    }
    expect((await server.openBrowser().send(method, path, body)).status).toBe(401);
  });

  it('are changed as a whole or in part; the role replaces all roles and counts at once', async () => {
    const id = await server.addPerson({ email: GRACE.email, password: PASSWORD, role: 'viewer' });
    await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'responder')`, [id]);
    const grace = await signIn(GRACE.email);

    const answer = await admin.send('POST', '/api/people/update', { ...GRACE, id, lastName: 'Murray', active: true });
    const renamed = await admin.send('POST', '/api/people/update', { id, firstName: 'Brewster' });
    const write = await grace.send('POST', '/api/db/properties', [{ name: 'logs.disable', value: 'true' }]);

    expect([answer.status, answer.body]).toEqual([200, { email: GRACE.email, name: { first: 'Grace', last: 'Murray' } }]);
    expect(renamed.body).toEqual({ email: GRACE.email, name: { first: 'Brewster', last: 'Murray' } });
    expect(await rolesOf(id)).toEqual(['editor']);
    expect(write.status).toBe(201);
    expect((await db.query('SELECT name FROM people WHERE id = $1', [id])).rows).toEqual([{ name: 'Brewster Murray' }]);
  });

  it('with a new address have to verify it, and codes that were mailed to the old one are worthless', async () => {
    const id = await server.addPerson({ email: GRACE.email, password: PASSWORD });
    const thief = server.openBrowser();
    const asked = await thief.submit(await thief.begin('recovery'), { method: 'code', email: GRACE.email });
    const [stolen] = await server.mails(1);

    await admin.send('POST', '/api/people/update', { id, email: 'murray@example.com' });
    const [, mail] = await server.mails(2);
    const answer = await thief.submit(asked.flow, { method: 'code', code: stolen?.code });

    expect(mail).toMatchObject({ template: 'verification', recipient: 'murray@example.com' });
    expect(answer.status).toBe(200);
    expect((await db.query('SELECT value, verified_at FROM identity_addresses WHERE identity_id = $1', [id])).rows).toEqual([
      { value: 'murray@example.com', verified_at: null },
    ]);
  });

  it.each([
    ['an address that another account has', { email: 'ADA@example.com' }, 409],
    ['an address that is none', { email: 'nowhere' }, 400],
    ['a role that there is not', { role: 'root' }, 400],
    ['the role of agents', { role: 'agent' }, 400],
  ])('are not changed to %s', async (_what, wrong, status) => {
    const id = await server.addPerson({ email: GRACE.email, role: 'viewer' });
    const answer = await admin.send('POST', '/api/people/update', { id, firstName: 'Changed', ...wrong });

    expect(answer.status).toBe(status);
    expect(await rolesOf(id)).toEqual(['viewer']);
    expect((await db.query('SELECT name FROM people WHERE id = $1', [id])).rows).toEqual([{ name: 'Ada Byron' }]);
  });

  it('that become inactive are out at once: sessions, tokens and mailed codes end, and come back with none of them', async () => {
    const id = await server.addPerson({ email: GRACE.email, password: PASSWORD, role: 'editor' });
    const grace = await signIn(GRACE.email);
    await db.query(`INSERT INTO access_tokens (name, person_id, value) VALUES ('laptop', $1, 'x')`, [id]);

    const answer = await admin.send('POST', `/api/auth/${id}/update_state`, { id, state: 'inactive' });
    const whoami = await grace.get('/api/.ory/sessions/whoami');
    const rows = await grace.get('/api/db/canaries');
    const refused = await server.openBrowser().signIn(GRACE.email, PASSWORD);
    await admin.send('POST', '/api/people/update', { id, active: true });
    const stillOut = await grace.get('/api/.ory/sessions/whoami');
    const again = await server.openBrowser().signIn(GRACE.email, PASSWORD);

    expect(answer.status).toBe(200);
    expect([whoami.status, rows.status, refused.status]).toEqual([401, 401, 400]);
    expect([stillOut.status, again.status]).toEqual([401, 200]);
    expect((await db.query('SELECT id FROM access_tokens WHERE expires_at IS NULL')).rows).toEqual([]);
  });

  it('that are deleted are out at once, and the address is free for another one', async () => {
    const id = await server.addPerson({ email: GRACE.email, password: PASSWORD, role: 'editor' });
    const grace = await signIn(GRACE.email);

    const answer = await admin.send('DELETE', `/api/people/${id}`);
    const rows = await grace.get('/api/db/canaries');
    const invited = await admin.send('POST', '/api/auth/invite_user', GRACE);

    expect([answer.status, rows.status, invited.status]).toEqual([200, 401, 200]);
    expect(await rolesOf(id)).toEqual([]);
    expect((await db.query('SELECT deleted_at FROM people WHERE id = $1', [id])).rows).toEqual([
      { deleted_at: expect.any(Date) },
    ]);
  });

  it('that nobody has are named as such', async () => {
    const answers = [
      await admin.send('POST', '/api/people/update', { id: UNKNOWN, firstName: 'Nobody' }),
      await admin.send('DELETE', `/api/people/${UNKNOWN}`),
      await admin.send('POST', `/api/auth/${UNKNOWN}/update_state`, { state: 'inactive' }),
      await admin.send('POST', `/api/auth/${UNKNOWN}/properties`, { role: 'on call' }),
    ];

    expect(answers.map(({ status, body }) => [status, Object(body).code])).toEqual(answers.map(() => [404, 'ACCOUNT_NOT_FOUND']));
  });

  it('have a description of what the person does, which gives no right', async () => {
    const id = await server.addPerson({ email: GRACE.email, password: PASSWORD });
    await admin.send('POST', `/api/auth/${id}/properties`, { role: 'admin' });
    const grace = await signIn(GRACE.email);

    expect((await db.query('SELECT properties FROM people WHERE id = $1', [id])).rows).toEqual([
      { properties: { role: 'admin' } },
    ]);
    expect((await grace.get('/api/identity/outbox')).status).toBe(403);
  });

  it('leave a line in the audit log for what was done to them, by whom', async () => {
    await admin.send('POST', '/api/auth/invite_user', GRACE);
    const { rows } = await db.query<{ id: string }>('SELECT id FROM identities WHERE id <> $1', [adminId]);
    const id = rows[0]?.id ?? '';
    await admin.send('POST', '/api/people/update', { id, role: 'viewer' });
    await admin.send('DELETE', `/api/people/${id}`);

    await expect
      .poll(async () =>
        (
          await db.query<{ action: string }>(
            `SELECT action FROM audit_log WHERE resource_id = $1 AND person_id = $2 ORDER BY at, id`,
            [id, adminId],
          )
        ).rows.map(({ action }) => action),
      )
      .toEqual(expect.arrayContaining(['invite', 'role_changed', 'delete']));
  });
});

describe('the last active administrator', () => {
  it.each([
    ['deleted', (id: string) => ['DELETE', `/api/people/${id}`, undefined] as const],
    ['made inactive', (id: string) => ['POST', `/api/auth/${id}/update_state`, { state: 'inactive' }] as const],
    ['made inactive in the form', (id: string) => ['POST', '/api/people/update', { id, active: false }] as const],
    ['given another role', (id: string) => ['POST', '/api/people/update', { id, role: 'editor' }] as const],
  ])('is not %s', async (_what, call) => {
    await server.addPerson({ email: 'gone@example.com', role: 'admin' });
    await db.query(`UPDATE identities SET state = 'inactive' WHERE traits ->> 'email' = 'gone@example.com'`);
    const [method, path, body] = call(adminId);
    const answer = await admin.send(method, path, body);

    expect([answer.status, Object(answer.body).error]).toEqual([409, 'this is the last active administrator']);
    expect(await rolesOf(adminId)).toEqual(['admin']);
    expect((await admin.get('/api/identity/outbox')).status).toBe(200);
  });

  it('stays when two take the role from each other at the same moment', async () => {
    const otherId = await server.addPerson({ email: 'other@example.com', password: PASSWORD, role: 'admin' });
    const other = await signIn('other@example.com');

    const answers = await Promise.all([
      admin.send('POST', '/api/people/update', { id: otherId, role: 'viewer' }),
      other.send('POST', '/api/people/update', { id: adminId, role: 'viewer' }),
    ]);

    expect((await db.query(`SELECT v0 FROM casbin_rule WHERE v1 = 'admin'`)).rows).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the outbox', () => {
  it('shows administrators the mail that has no way out', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', GRACE);
    const outbox = await admin.get('/api/identity/outbox');

    expect(outbox.body).toEqual({
      messages: [
        {
          id: expect.any(String),
          template: 'invitation',
          recipient: GRACE.email,
          subject: 'Your invitation to Quarterdeck',
          body: expect.stringContaining(Object(answer.body).link),
          created_at: expect.any(String),
        },
      ],
    });
    expect(outbox.headers.get('cache-control')).toContain('no-store');
  });

  it('is not there when there is a mail server', async () => {
    const other = await startIdentityTestServer(db, ['--smtp-url', 'smtp://127.0.0.1:1']);
    const browser = other.openBrowser();
    await browser.signIn('ada@example.com', PASSWORD);
    const answer = await browser.get('/api/identity/outbox');
    await other.stop();

    expect(answer.status).toBe(404);
  });
});
