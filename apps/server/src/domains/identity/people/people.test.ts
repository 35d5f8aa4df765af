import { ROLES } from '@quarterdeck/contract/access';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startMailListener } from '../mail/testing/mail-listener.ts';
import type { IdentityTestServer, TestAnswer, TestBrowser } from '../testing/identity-test-server.ts';
import { newEmail, PASSWORD, useIdentityServer } from '../testing/use-identity-server.ts';

const UNKNOWN = '0196f0f0-0000-7000-8000-000000000000';

const server = useIdentityServer();
let adminId: string;
let adminEmail: string;
let admin: TestBrowser;
beforeAll(async () => {
  ({ id: adminId, email: adminEmail, browser: admin } = await server.signIn({ email: newEmail('ada'), role: 'admin' }));
});

/** Whom a test invites, or adds under this address. */
let grace: { firstName: string; lastName: string; email: string; role: string };
beforeEach(() => {
  grace = { firstName: 'Grace', lastName: 'Hopper', email: newEmail('grace'), role: 'editor' };
});

async function signIn(email: string, at: Pick<IdentityTestServer, 'openBrowser'> = server): Promise<TestBrowser> {
  const browser = at.openBrowser();
  await browser.signIn(email, PASSWORD);
  return browser;
}

async function rolesOf(id: string): Promise<unknown[]> {
  const { rows } = await server.db.query<{ v1: string }>(`SELECT v1 FROM casbin_rule WHERE v0 = $1 ORDER BY v1`, [id]);
  return rows.map(({ v1 }) => v1);
}

/** A write that an editor may make. */
function writeRow(browser: TestBrowser): Promise<TestAnswer> {
  return browser.send('POST', '/api/db/properties', [{ name: `of ${grace.email}`, value: 'true' }]);
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
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...grace, ...wrong });

    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error: expect.stringContaining(text) })]);
  });

  it('answers a link and a code and mails both; with the link a password is set, and the role works at once', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', grace);
    const { link, code } = Object(answer.body);
    const [mail] = await server.mails(1, grace.email);
    const browser = await accept(link);

    const write = await writeRow(browser);
    const manage = await browser.send('POST', '/api/auth/invite_user', grace);
    const again = await server.openBrowser().signIn(grace.email, PASSWORD);

    expect(answer.status).toBe(200);
    expect(new URL(link).origin).toBe(server.url);
    expect(mail).toMatchObject({ template: 'invitation', recipient: grace.email, code });
    expect(mail?.body).toContain(link);
    expect(mail?.body).toContain('Ada Byron invited you');
    expect([write.status, manage.status, again.status]).toEqual([201, 403, 200]);
  });

  it('is accepted with the code typed in, too', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', grace);
    const { link, code } = Object(answer.body);
    const browser = server.openBrowser();
    const flow = await browser.get(`/api/.ory/self-service/recovery/flows?id=${new URL(link).searchParams.get('flow')}`);

    expect((await browser.submit(flow.flow, { method: 'code', code })).status).toBe(422);
    expect((await browser.get('/api/.ory/sessions/whoami')).body).toMatchObject({ identity: { traits: { email: grace.email } } });
  });

  it('is good for three days', async () => {
    const answer = await admin.send('POST', '/api/auth/invite_user', grace);
    const id = new URL(Object(answer.body).link).searchParams.get('flow');
    const beside = await server.startBeside();
    await beside.clock.advance(71 * 3_600_000);
    const before = await beside.openBrowser().get(`/api/.ory/self-service/recovery/flows?id=${id}`);
    await beside.clock.advance(2 * 3_600_000);
    const after = await beside.openBrowser().get(`/api/.ory/self-service/recovery/flows?id=${id}`);

    expect([before.status, after.status]).toEqual([200, 410]);
  });

  it.each(ROLES)('gives the role %s', async (role) => {
    await admin.send('POST', '/api/auth/invite_user', { ...grace, role });
    const { body } = await admin.get(`/api/db/people_roles?email=eq.${grace.email}&select=roles`);

    expect(body).toEqual([{ roles: [role] }]);
  });

  it('of an address that has an account is refused as consoles expect it, whatever its letters', async () => {
    await admin.send('POST', '/api/auth/invite_user', grace);
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...grace, email: grace.email.replace('grace', 'GRACE') });

    expect([answer.status, answer.body]).toEqual([500, { error: 'User already exists', message: 'Error creating user' }]);
    expect(await server.mails(1, grace.email)).toHaveLength(1);
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
    const accounts = async () => (await server.db.query('SELECT id FROM identities ORDER BY id')).rows;
    const before = await accounts();
    const answer = await admin.send('POST', '/api/auth/invite_user', { ...grace, ...wrong });

    expect(answer.status).toBe(400);
    expect(await accounts()).toEqual(before);
  });

  it('stays when the mail server does not take the mail', async () => {
    const listener = await startMailListener();
    onTestFinished(() => listener.stop());
    listener.mood = 'refuse for good';
    const other = await server.startBeside('--smtp-url', listener.url, '--roles', 'web,worker');
    const browser = await signIn(adminEmail, other);

    const answer = await browser.send('POST', '/api/auth/invite_user', grace);
    await expect
      .poll(async () => (await server.db.query('SELECT status FROM courier_messages WHERE recipient = $1', [grace.email])).rows)
      .toEqual([{ status: 'abandoned' }]);

    expect(answer.status).toBe(200);
    expect((await server.db.query('SELECT id FROM people WHERE email = $1', [grace.email])).rows).toHaveLength(1);
  });

  it('has the public address in its link, whatever Host the request names', async () => {
    const other = await server.startBeside('--public-url', 'https://deck.example.com');
    const browser = other.openBrowser();
    browser.cookies.set('ory_kratos_session', admin.cookies.get('ory_kratos_session') ?? '');
    const answer = await browser.send('POST', '/api/auth/invite_user', grace, { 'x-forwarded-host': 'evil.example.com' });

    expect(Object(answer.body).link).toMatch(/^https:\/\/deck\.example\.com\/recovery\?flow=/);
  });
});

describe('accounts', () => {
  const others = new Map<string, TestBrowser>();
  beforeAll(async () => {
    for (const role of ROLES.filter((name) => name !== 'admin')) others.set(role, (await server.signIn({ role })).browser);
  });

  it.each([
    ['POST', '/api/auth/invite_user', { firstName: 'Eve', lastName: 'Moneypenny', email: 'eve@example.com', role: 'admin' }],
    ['POST', '/api/people/update', { id: UNKNOWN, role: 'admin' }],
    ['DELETE', `/api/people/${UNKNOWN}`, undefined],
    ['POST', `/api/auth/${UNKNOWN}/update_state`, { id: UNKNOWN, state: 'inactive' }],
    ['POST', `/api/auth/${UNKNOWN}/properties`, { role: 'admin' }],
    ['GET', '/api/identity/outbox', undefined],
  ])('are for administrators: %s %s', async (method, path, body) => {
    expect(others.size).toBe(ROLES.length - 1);
    for (const browser of others.values()) expect((await browser.send(method, path, body)).status).toBe(403);
    expect((await server.openBrowser().send(method, path, body)).status).toBe(401);
  });

  it('are changed as a whole or in part; the role replaces all roles and counts at once', async () => {
    const id = await server.addPerson({ email: grace.email, password: PASSWORD, role: 'viewer' });
    await server.db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'responder')`, [id]);
    const browser = await signIn(grace.email);

    const answer = await admin.send('POST', '/api/people/update', { ...grace, id, lastName: 'Murray', active: true });
    const renamed = await admin.send('POST', '/api/people/update', { id, firstName: 'Brewster' });
    const write = await writeRow(browser);

    expect([answer.status, answer.body]).toEqual([200, { email: grace.email, name: { first: 'Grace', last: 'Murray' } }]);
    expect(renamed.body).toEqual({ email: grace.email, name: { first: 'Brewster', last: 'Murray' } });
    expect(await rolesOf(id)).toEqual(['editor']);
    expect(write.status).toBe(201);
    expect((await server.db.query('SELECT name FROM people WHERE id = $1', [id])).rows).toEqual([{ name: 'Brewster Murray' }]);
  });

  it('with a new address have to verify it, and codes that were mailed to the old one are worthless', async () => {
    const id = await server.addPerson({ email: grace.email, password: PASSWORD });
    const thief = server.openBrowser();
    const asked = await thief.submit(await thief.begin('recovery'), { method: 'code', email: grace.email });
    const [stolen] = await server.mails(1, grace.email);
    const email = newEmail('murray');

    await admin.send('POST', '/api/people/update', { id, email });
    const [mail] = await server.mails(1, email);
    const answer = await thief.submit(asked.flow, { method: 'code', code: stolen?.code });

    expect(mail).toMatchObject({ template: 'verification', recipient: email });
    expect(answer.status).toBe(200);
    expect(
      (await server.db.query('SELECT value, verified_at FROM identity_addresses WHERE identity_id = $1', [id])).rows,
    ).toEqual([{ value: email, verified_at: null }]);
  });

  it.each([
    ['an address that another account has', () => ({ email: adminEmail.replace('ada', 'ADA') }), 409],
    ['an address that is none', () => ({ email: 'nowhere' }), 400],
    ['a role that there is not', () => ({ role: 'root' }), 400],
    ['the role of agents', () => ({ role: 'agent' }), 400],
  ])('are not changed to %s', async (_what, wrong, status) => {
    const id = await server.addPerson({ email: grace.email, role: 'viewer' });
    const answer = await admin.send('POST', '/api/people/update', { id, firstName: 'Changed', ...wrong() });

    expect(answer.status).toBe(status);
    expect(await rolesOf(id)).toEqual(['viewer']);
    expect((await server.db.query('SELECT name FROM people WHERE id = $1', [id])).rows).toEqual([{ name: 'Ada Byron' }]);
  });

  it('that become inactive are out at once: sessions, tokens and mailed codes end, and come back with none of them', async () => {
    const id = await server.addPerson({ email: grace.email, password: PASSWORD, role: 'editor' });
    const browser = await signIn(grace.email);
    await server.db.query(`INSERT INTO access_tokens (name, person_id, value) VALUES ('laptop', $1, 'x')`, [id]);

    const answer = await admin.send('POST', `/api/auth/${id}/update_state`, { id, state: 'inactive' });
    const whoami = await browser.get('/api/.ory/sessions/whoami');
    const rows = await browser.get('/api/db/canaries');
    const refused = await server.openBrowser().signIn(grace.email, PASSWORD);
    await admin.send('POST', '/api/people/update', { id, active: true });
    const stillOut = await browser.get('/api/.ory/sessions/whoami');
    const again = await server.openBrowser().signIn(grace.email, PASSWORD);

    expect(answer.status).toBe(200);
    expect([whoami.status, rows.status, refused.status]).toEqual([401, 401, 400]);
    expect([stillOut.status, again.status]).toEqual([401, 200]);
    expect(
      (await server.db.query('SELECT id FROM access_tokens WHERE expires_at IS NULL AND person_id = $1', [id])).rows,
    ).toEqual([]);
  });

  it('that are deleted are out at once, and the address is free for another one', async () => {
    const id = await server.addPerson({ email: grace.email, password: PASSWORD, role: 'editor' });
    const browser = await signIn(grace.email);

    const answer = await admin.send('DELETE', `/api/people/${id}`);
    const rows = await browser.get('/api/db/canaries');
    const invited = await admin.send('POST', '/api/auth/invite_user', grace);

    expect([answer.status, rows.status, invited.status]).toEqual([200, 401, 200]);
    expect(await rolesOf(id)).toEqual([]);
    expect((await server.db.query('SELECT deleted_at FROM people WHERE id = $1', [id])).rows).toEqual([
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
    const id = await server.addPerson({ email: grace.email, password: PASSWORD });
    await admin.send('POST', `/api/auth/${id}/properties`, { role: 'admin' });
    const browser = await signIn(grace.email);

    expect((await server.db.query('SELECT properties FROM people WHERE id = $1', [id])).rows).toEqual([
      { properties: { role: 'admin' } },
    ]);
    expect((await browser.get('/api/identity/outbox')).status).toBe(403);
  });

  it('leave a line in the audit log for what was done to them, by whom', async () => {
    await admin.send('POST', '/api/auth/invite_user', grace);
    const { rows } = await server.db.query<{ id: string }>(`SELECT id FROM identities WHERE traits ->> 'email' = $1`, [
      grace.email,
    ]);
    const id = rows[0]?.id ?? '';
    await admin.send('POST', '/api/people/update', { id, role: 'viewer' });
    await admin.send('DELETE', `/api/people/${id}`);

    await expect
      .poll(async () =>
        (
          await server.db.query<{ action: string }>(
            `SELECT action FROM audit_log WHERE resource_id = $1 AND person_id = $2 ORDER BY at, id`,
            [id, adminId],
          )
        ).rows.map(({ action }) => action),
      )
      .toEqual(expect.arrayContaining(['invite', 'role_changed', 'delete']));
  });
});

describe('the last active administrator', () => {
  async function leaveOneAdministrator(): Promise<void> {
    await server.db.query(`DELETE FROM casbin_rule WHERE v1 = 'admin' OR v0 = $1`, [adminId]);
    await server.db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'admin')`, [adminId]);
  }
  beforeEach(leaveOneAdministrator);
  afterEach(leaveOneAdministrator);

  it.each([
    ['deleted', (id: string) => ['DELETE', `/api/people/${id}`, undefined] as const],
    ['made inactive', (id: string) => ['POST', `/api/auth/${id}/update_state`, { state: 'inactive' }] as const],
    ['made inactive in the form', (id: string) => ['POST', '/api/people/update', { id, active: false }] as const],
    ['given another role', (id: string) => ['POST', '/api/people/update', { id, role: 'editor' }] as const],
  ])('is not %s', async (_what, call) => {
    const goneId = await server.addPerson({ email: newEmail('gone'), role: 'admin' });
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [goneId]);
    const [method, path, body] = call(adminId);
    const answer = await admin.send(method, path, body);

    expect([answer.status, Object(answer.body).error]).toEqual([409, 'this is the last active administrator']);
    expect(await rolesOf(adminId)).toEqual(['admin']);
    expect((await admin.get('/api/identity/outbox')).status).toBe(200);
  });

  it('stays when two take the role from each other at the same moment', async () => {
    const { id: otherId, browser: other } = await server.signIn({ role: 'admin' });

    const answers = await Promise.all([
      admin.send('POST', '/api/people/update', { id: otherId, role: 'viewer' }),
      other.send('POST', '/api/people/update', { id: adminId, role: 'viewer' }),
    ]);

    expect((await server.db.query(`SELECT v0 FROM casbin_rule WHERE v1 = 'admin'`)).rows).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the outbox', () => {
  it('shows administrators the mail that has no way out', async () => {
    await server.db.query('DELETE FROM courier_messages');
    const answer = await admin.send('POST', '/api/auth/invite_user', grace);
    const outbox = await admin.get('/api/identity/outbox');

    expect(outbox.body).toEqual({
      messages: [
        {
          id: expect.any(String),
          template: 'invitation',
          recipient: grace.email,
          subject: 'Your invitation to Quarterdeck',
          body: expect.stringContaining(Object(answer.body).link),
          created_at: expect.any(String),
        },
      ],
    });
    expect(outbox.headers.get('cache-control')).toContain('no-store');
  });

  it('is not there when there is a mail server', async () => {
    const other = await server.startBeside('--smtp-url', 'smtp://127.0.0.1:1');
    const browser = await signIn(adminEmail, other);
    const answer = await browser.get('/api/identity/outbox');

    expect(answer.status).toBe(404);
  });
});
