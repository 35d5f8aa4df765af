import { AccessTokensSchema, CreatedTokenSchema } from '@quarterdeck/contract/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IdentityTestServer, TestBrowser } from '../testing/identity-test-server.ts';
import { newEmail, PASSWORD, useIdentityServer } from '../testing/use-identity-server.ts';
import { newTokenText } from './token-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = useIdentityServer();

async function createToken(browser: TestBrowser, body: object = { name: 'ci' }) {
  const answer = await browser.send('POST', '/api/auth/create_token', body);
  return CreatedTokenSchema.parse(answer.body);
}

async function listTokens(browser: TestBrowser, query = '') {
  const answer = await browser.get(`/api/auth/tokens${query}`);
  return AccessTokensSchema.parse(answer.body);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const READ = '/api/db/canaries?select=id';
const WRITE = '/api/db/canaries?id=eq.00000000-0000-0000-0000-000000000001';

/** A request of a program: no cookies. */
async function call(
  headers: Record<string, string>,
  path = READ,
  method = 'GET',
  body?: unknown,
  at: Pick<IdentityTestServer, 'openBrowser'> = server,
) {
  const { status, text } = await at.openBrowser().send(method, path, body, headers);
  return { status, text };
}

describe('an access token', () => {
  it.each([
    ['Bearer', bearer],
    ['Basic with the user token', (token: string) => basic('token', token)],
  ])('lets a program in as %s', async (_how, headers) => {
    const { browser } = await server.signIn({ role: 'editor' });
    const { token } = await createToken(browser);

    expect(await call(headers(token))).toEqual({ status: 200, text: '[]' });
  });

  it('is told once and kept as a hash only', async () => {
    const { id, browser } = await server.signIn();
    const { token } = await createToken(browser);
    const { rows } = await server.db.query<{ row: string }>(
      'SELECT to_jsonb(t)::text AS row FROM access_tokens t WHERE person_id = $1',
      [id],
    );

    expect(JSON.stringify(await listTokens(browser))).not.toContain(token.split('.')[0]);
    expect(rows[0]?.row).not.toContain(token.split('.')[0]);
  });

  it('has the rights of its person as they are now', async () => {
    const { id, browser } = await server.signIn({ role: 'editor' });
    const { token } = await createToken(browser);
    const before = await call(bearer(token), WRITE, 'DELETE');
    await server.db.query(`UPDATE casbin_rule SET v1 = 'viewer' WHERE v0 = $1`, [id]);

    expect(before.status).toBe(204);
    expect(await call(bearer(token), WRITE, 'DELETE')).toEqual({ status: 403, text: 'unauthorized. Access Denied' });
  });

  it('is dead the moment it is revoked', async () => {
    const { browser } = await server.signIn();
    const { id, token } = await createToken(browser);
    const before = await call(bearer(token));
    const revoked = await browser.send('DELETE', `/api/auth/token/${id}`);

    expect([before.status, revoked.status]).toEqual([200, 204]);
    expect(await call(bearer(token))).toEqual({ status: 401, text: 'Authorization Error' });
  });

  it.each([
    ['is deleted', (id: string) => server.db.query('SELECT delete_person($1)', [id])],
    ['loses the account', (id: string) => server.db.query('DELETE FROM identities WHERE id = $1', [id])],
    ['is made inactive', (id: string) => server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [id])],
  ])('is dead the moment its person %s', async (_what, change) => {
    const { id, browser } = await server.signIn();
    const { token } = await createToken(browser);
    const before = await call(bearer(token));
    await change(id);

    expect(before.status).toBe(200);
    expect((await call(bearer(token))).status).toBe(401);
  });

  it('says when it has expired', async () => {
    const { browser } = await server.signIn();
    const { token } = await createToken(browser, { name: 'short', expiresIn: '1h' });
    const before = await call(bearer(token));
    await server.clock.advance(60 * 60_000);

    expect(before.status).toBe(200);
    expect(await call(bearer(token))).toEqual({ status: 401, text: 'access token has expired' });
  });

  it.each([
    ['no token', bearer('nonsense'), 400, 'invalid access token'],
    ['a costly token', bearer(newTokenText().replace('65536', '4194304')), 400, 'invalid access token'],
    ['a token that nobody has', bearer(newTokenText()), 401, 'Authorization Error'],
    ['an unknown scheme', { authorization: 'Negotiate abc' }, 401, 'Authorization Error'],
    ['a JWT', bearer('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.AAAA'), 401, 'Authorization Error'],
  ])('is refused when it is %s, also with the cookie of a session', async (_what, headers, status, text) => {
    const { browser } = await server.signIn({ role: 'admin' });

    expect(await browser.get(READ, headers)).toMatchObject({ status, text });
  });

  it('of an agent does nothing that people do, whatever other roles it has', async () => {
    const { id, browser } = await server.signIn({ role: 'admin' });
    const { token } = await createToken(browser);
    const before = await call(bearer(token), '/api/auth/tokens?all=true');
    await server.db.query(`INSERT INTO casbin_rule (ptype, v0, v1) VALUES ('g', $1, 'agent')`, [id]);

    expect(before.status).toBe(200);
    expect((await call(bearer(token), '/api/auth/tokens?all=true')).status).toBe(403);
  });

  it('remembers when and from where it was used, within a minute', async () => {
    const { browser } = await server.signIn();
    const { token } = await createToken(browser);
    const [unused] = await listTokens(browser);
    const first = server.clock.now();
    await call(bearer(token));
    await server.clock.advance(30_000);
    await call(bearer(token));
    const [used] = await listTokens(browser);
    await server.clock.advance(31_000);
    await call(bearer(token));
    const [again] = await listTokens(browser);

    expect([unused?.last_used_at, unused?.last_used_from]).toEqual([null, null]);
    expect([used?.last_used_at, used?.last_used_from]).toEqual([first.toISOString(), '127.0.0.1']);
    expect(again?.last_used_at).toBe(server.clock.now().toISOString());
  });
});

describe('making access tokens', () => {
  it('answers the text, its name and an expiry of 90 days', async () => {
    const { browser } = await server.signIn();
    const answer = await browser.send('POST', '/api/auth/create_token', { name: ' ci ' });

    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(CreatedTokenSchema.parse(answer.body)).toMatchObject({
      name: 'ci',
      expires_at: new Date(server.clock.now().getTime() + 90 * DAY_MS).toISOString(),
    });
  });

  it('refuses a name that is in use, and takes it again once that token has expired', async () => {
    const { browser } = await server.signIn();
    await createToken(browser, { name: 'ci', expiresIn: '1h' });
    const taken = await browser.send('POST', '/api/auth/create_token', { name: 'ci' });
    await server.clock.advance(2 * 60 * 60_000);
    const free = await browser.send('POST', '/api/auth/create_token', { name: 'ci' });

    expect([taken.status, free.status]).toEqual([409, 201]);
    expect(await listTokens(browser)).toHaveLength(1);
  });

  it('lets two people use the same name', async () => {
    const ada = await server.signIn();
    const bob = await server.signIn();
    await createToken(ada.browser);

    expect((await createToken(bob.browser)).name).toBe('ci');
  });

  it.each([
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: 'ci', expiresIn: '2y' }, 400],
    [{ name: 'ci', expires_at: null }, 400],
    [{ name: 'ci', expiresIn: '1d', expires_at: '2030-01-01T00:00:00Z' }, 400],
  ])('refuses %j for an editor', async (body, status) => {
    const { browser } = await server.signIn({ role: 'editor' });

    expect((await browser.send('POST', '/api/auth/create_token', body)).status).toBe(status);
  });

  it('lets an administrator make one that never expires', async () => {
    const { browser } = await server.signIn({ role: 'admin' });

    expect((await createToken(browser, { name: 'for ever', expires_at: null })).expires_at).toBeNull();
  });

  it('needs the person: neither a token nor a password in the request does', async () => {
    const { email, browser } = await server.signIn({ role: 'admin' });
    const { token } = await createToken(browser);
    const byToken = await call(bearer(token), '/api/auth/create_token', 'POST', { name: 'more' });
    const byPassword = await call(basic(email, PASSWORD), '/api/auth/create_token', 'POST', { name: 'more' });
    const byNobody = await call({}, '/api/auth/create_token', 'POST', { name: 'more' });

    expect([byToken.status, byPassword.status, byNobody.status]).toEqual([403, 403, 401]);
  });
});

describe('the list of access tokens', () => {
  it('has the own ones, newest first', async () => {
    const ada = await server.signIn();
    const bob = await server.signIn();
    await createToken(bob.browser, { name: 'of bob' });
    await createToken(ada.browser, { name: 'first' });
    await server.clock.advance(1000);
    await createToken(ada.browser, { name: 'second' });

    expect((await listTokens(ada.browser)).map(({ name }) => name)).toEqual(['second', 'first']);
  });

  it('has those of everybody for administrators alone', async () => {
    const ada = await server.signIn({ role: 'editor' });
    const root = await server.signIn({ role: 'admin' });
    await createToken(ada.browser);

    const ofAda = (await listTokens(root.browser, '?all=true')).filter(({ person }) => person?.id === ada.id);

    expect(ofAda).toMatchObject([{ name: 'ci', person: { id: ada.id } }]);
    expect((await ada.browser.get('/api/auth/tokens?all=true')).status).toBe(403);
  });
});

describe('revoking access tokens', () => {
  it('is for the own ones, and for administrators of all', async () => {
    const ada = await server.signIn({ role: 'editor' });
    const bob = await server.signIn({ role: 'editor' });
    const root = await server.signIn({ role: 'admin' });
    const { id } = await createToken(ada.browser);
    const path = `/api/auth/token/${id}`;

    expect((await bob.browser.send('DELETE', path)).status).toBe(403);
    expect((await root.browser.send('DELETE', path)).status).toBe(204);
    expect((await root.browser.send('DELETE', path)).status).toBe(404);
    expect((await root.browser.send('DELETE', '/api/auth/token/nonsense')).status).toBe(404);
  });

  it('lets a token give up itself and no other', async () => {
    const { browser } = await server.signIn({ role: 'admin' });
    const first = await createToken(browser, { name: 'first' });
    const second = await createToken(browser, { name: 'second' });
    const other = await call(bearer(first.token), `/api/auth/token/${second.id}`, 'DELETE');
    const own = await call(bearer(first.token), '/api/auth/token/current', 'DELETE');

    expect([other.status, own.status]).toEqual([404, 204]);
    expect((await call(bearer(second.token))).status).toBe(200);
  });
});

describe('mail address and password in a request', () => {
  let email: string;
  let ada: Record<string, string>;
  beforeEach(() => {
    email = newEmail('ada');
    ada = basic(email.replace('ada', 'Ada').replace('example', 'Example'), PASSWORD);
  });

  it('let a program in with the rights of the person', async () => {
    await server.addPerson({ email, password: PASSWORD, role: 'editor' });

    expect(await call(ada)).toEqual({ status: 200, text: '[]' });
    expect((await call(ada, WRITE, 'DELETE')).status).toBe(204);
  });

  it.each([
    ['a wrong password', () => basic(email, 'wrong')],
    ['an unknown account', () => basic(newEmail('nobody'), PASSWORD)],
    ['no password', () => basic(email, '')],
  ])('are refused with %s', async (_what, headers) => {
    await server.addPerson({ email, password: PASSWORD });

    expect(await call(headers())).toEqual({ status: 401, text: 'Authorization Error' });
  });

  it('stop to count the moment the password or the account changes', async () => {
    const id = await server.addPerson({ email, password: PASSWORD });
    const before = await call(ada);
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [id]);
    const inactive = await call(ada);
    await server.db.query(`UPDATE identities SET state = 'active' WHERE id = $1`, [id]);
    const active = await call(ada);
    await server.db.query(`DELETE FROM identity_credentials WHERE identity_id = $1`, [id]);

    expect([before.status, inactive.status, active.status, (await call(ada)).status]).toEqual([200, 401, 200, 401]);
  });

  it('do not do for an account with a second factor, whose person is told what does', async () => {
    const id = await server.addPerson({ email, password: PASSWORD });
    await server.db.query(`INSERT INTO identity_credentials (identity_id, type, config) VALUES ($1, 'totp', '')`, [id]);
    const right = await call(ada);

    expect(right).toMatchObject({ status: 401, text: expect.stringContaining('access token') });
    expect((await call(basic(email, 'wrong'))).text).toBe('Authorization Error');
  });

  it('count as attempts to sign in, the same wrong one once a minute', async () => {
    await server.addPerson({ email, password: PASSWORD });
    for (let tried = 0; tried < 15; tried++) await call(basic(email, 'always the same'));
    const patient = await call(ada);
    const bob = newEmail('bob');
    for (let tried = 0; tried < 10; tried++) await call(basic(bob, `guess ${tried}`));

    expect(patient.status).toBe(200);
    expect((await call(basic(bob, 'one more'))).status).toBe(429);
  });

  it('are compared once for many requests that come together', async () => {
    await server.addPerson({ email, password: PASSWORD });
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(ada)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('do not serve the pages of others', async () => {
    await server.addPerson({ email, password: PASSWORD, role: 'admin' });
    const headers = { ...ada, origin: 'https://evil.example' };

    expect((await call(headers, WRITE, 'DELETE')).status).toBe(403);
  });
});

describe('without sign-in', () => {
  // Everybody is the first administrator, who must be nobody's of another test.
  const open = useIdentityServer(() => ['--auth', 'none']);

  it('a token counts when there is one, and every other header is ignored', async () => {
    const { token } = await createToken(open.openBrowser());
    const statusWith = async (headers: Record<string, string>) => (await call(headers, READ, 'GET', undefined, open)).status;

    expect(await statusWith(bearer(token))).toBe(200);
    expect(await statusWith(bearer(newTokenText()))).toBe(401);
    expect(await statusWith(basic('somebody', 'of a proxy'))).toBe(200);
  });

  it('a foreign page can make a browser write nothing, although nobody has to sign in', async () => {
    const statusWith = async (headers: Record<string, string>) => (await call(headers, WRITE, 'DELETE', undefined, open)).status;

    expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusWith({ origin: open.url })).toBe(204);
  });
});
