import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityTestServer, startIdentityTestServer } from '../../testing/identity-test-server.ts';
import { createIssuedKey, type IssuedKey, issueToken, startTestIssuer, type TestIssuer } from './testing/test-issuer.ts';

const ADA = {
  sid: 'sess_1',
  user_id: 'user_ada',
  org_id: 'org_1',
  name: 'Ada Byron',
  email: 'ada@example.com',
  image_url: 'https://img.clerk.com/ada',
  role: 'admin',
};
const PARTNER = 'https://console.example.com';
const PUBLISHABLE_KEY = `pk_test_${Buffer.from('ready.clerk.example.com$').toString('base64')}`;

let db: Database;
let key: IssuedKey;
let otherKey: IssuedKey;
let issuer: TestIssuer;
let server: IdentityTestServer;
beforeAll(async () => {
  db = await createTestDatabase();
  [key, otherKey] = await Promise.all([createIssuedKey('key-1'), createIssuedKey('key-2')]);
});
beforeEach(async () => {
  issuer = await startTestIssuer();
  issuer.publish(key);
  server = await startIdentityTestServer(db, [
    ...['--auth', 'clerk', '--clerk-jwks-url', issuer.jwksUrl, '--clerk-org-id', 'org_1'],
    ...['--clerk-publishable-key', PUBLISHABLE_KEY, '--allowed-cors', PARTNER],
  ]);
});
afterEach(async () => {
  await server.stop();
  await issuer.stop();
  await db.query('TRUNCATE casbin_rule');
  await db.query(`DELETE FROM people WHERE name <> 'System'`);
});
afterAll(() => db.close());

function tokenOf(claims: Record<string, unknown> = {}, signedBy = key): Promise<string> {
  return issueToken(signedBy, { ...ADA, ...claims }, server.clock.now());
}

/** Asks for rows that only administrators read, and others that everybody reads. */
async function ask(headers: Record<string, string>, path = '/api/db/canaries?select=id') {
  const { status, text } = await server.openBrowser().get(path, headers);
  return status === 200 ? 200 : [status, text];
}

async function askWith(token: string, path?: string) {
  return ask({ authorization: `Bearer ${token}` }, path);
}

async function people() {
  const { rows } = await db.query(
    `SELECT p.name, p.email, p.avatar, p.external_id, array(SELECT r.v1 FROM casbin_rule r WHERE r.v0 = p.id::text ORDER BY 1) AS roles
     FROM people p WHERE p.name <> 'System' AND p.deleted_at IS NULL ORDER BY p.name`,
  );
  return rows;
}

describe('a session of Clerk', () => {
  it('lets a member of the organisation in, as bearer and as cookie', async () => {
    const token = await tokenOf();

    expect(await askWith(token)).toBe(200);
    expect(await ask({ cookie: `__session=${token}` })).toBe(200);
    expect(await ask({})).toEqual([401, 'Not logged in']);
  });

  it('makes the person, who is administrator with the role admin', async () => {
    await askWith(await tokenOf());

    expect(await people()).toEqual([
      {
        name: 'Ada Byron',
        email: 'ada@example.com',
        avatar: 'https://img.clerk.com/ada',
        external_id: 'user_ada',
        roles: ['admin'],
      },
    ]);
    expect(await askWith(await tokenOf(), '/api/db/connections?select=id')).toBe(200);
  });

  it('makes a viewer of every other role, at once also of who was administrator', async () => {
    await askWith(await tokenOf());
    const connections = await askWith(await tokenOf({ role: 'basic_member' }), '/api/db/connections?select=id');

    expect(connections).toEqual([403, 'unauthorized. Access Denied']);
    expect(await people()).toEqual([expect.objectContaining({ roles: ['viewer'] })]);
  });

  it('changes the person when the claims do', async () => {
    await askWith(await tokenOf());
    await askWith(await tokenOf({ name: 'Ada Lovelace', email: 'lovelace@example.com', image_url: null, role: 'org:admin' }));

    expect(await people()).toEqual([
      { name: 'Ada Lovelace', email: 'lovelace@example.com', avatar: null, external_id: 'user_ada', roles: ['admin'] },
    ]);
  });

  it('is the person with the same address who was there before', async () => {
    await db.query(`INSERT INTO people (name, email) VALUES ('Ada', 'Ada@example.com')`);

    await askWith(await tokenOf());

    expect(await people()).toEqual([expect.objectContaining({ name: 'Ada Byron', external_id: 'user_ada' })]);
  });

  it('makes one person when the first requests come together', async () => {
    const token = await tokenOf();

    await Promise.all(Array.from({ length: 5 }, () => askWith(token)));

    expect(await people()).toHaveLength(1);
  });
});

describe('a token that does not count', () => {
  const REFUSED = [401, 'Authorization Error'];

  it('is one of another organisation, or of none', async () => {
    expect(await askWith(await tokenOf({ org_id: 'org_2' }))).toEqual(REFUSED);
    expect(await askWith(await tokenOf({ org_id: undefined }))).toEqual(REFUSED);
  });

  it('is one signed by another key, even under the name of a published one', async () => {
    expect(await askWith(await tokenOf({}, otherKey))).toEqual(REFUSED);
    expect(await askWith(await tokenOf({}, { ...otherKey, id: key.id }))).toEqual(REFUSED);
  });

  it('is one whose time is over, or has not come', async () => {
    const token = await tokenOf();
    const early = await tokenOf({ nbf: Math.floor(server.clock.now().getTime() / 1000) + 60 });
    expect(await askWith(early)).toEqual(REFUSED);

    await server.clock.advance(70_000);
    expect(await askWith(token)).toEqual([401, 'Session Expired']);
  });

  it('is one that never ends', async () => {
    expect(await askWith(await tokenOf({ exp: undefined }))).toEqual(REFUSED);
  });

  it('is one without a signature, or with one made of the public key', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(server.clock.now().getTime() / 1000) + 60;
    const unsigned = `${encode({ alg: 'none', kid: key.id })}.${encode({ ...ADA, exp })}.`;
    const confused = await new SignJWT({ ...ADA, exp })
      .setProtectedHeader({ alg: 'HS256', kid: key.id })
      .sign(new TextEncoder().encode(JSON.stringify(key.published)));

    expect(await ask({ cookie: `__session=${unsigned}` })).toEqual(REFUSED);
    expect(await askWith(confused)).toEqual(REFUSED);
  });

  it('is one made for a page that does not belong here', async () => {
    expect(await askWith(await tokenOf({ azp: 'https://evil.example.org' }))).toEqual(REFUSED);
    expect(await askWith(await tokenOf({ azp: PARTNER }))).toBe(200);
    expect(await askWith(await tokenOf({ azp: server.url }))).toBe(200);
  });
});

describe('the published keys', () => {
  it('are kept, and asked for again when a token names another one', async () => {
    await askWith(await tokenOf());
    await askWith(await tokenOf());
    expect(issuer.asked()).toBe(1);

    issuer.publish(otherKey);
    await server.clock.advance(31_000);
    expect(await askWith(await tokenOf({}, otherKey))).toBe(200);
    expect(issuer.asked()).toBe(2);
  });

  it('are not asked for with every made-up name of a key', async () => {
    await askWith(await tokenOf());
    await server.clock.advance(31_000);

    for (const id of ['a', 'b', 'c']) await askWith(await tokenOf({}, { ...otherKey, id }));

    expect(issuer.asked()).toBe(2);
  });

  it('count no longer once they are withdrawn', async () => {
    await askWith(await tokenOf());
    issuer.publish(otherKey);
    await server.clock.advance(11 * 60_000);

    expect(await askWith(await tokenOf())).toEqual([401, 'Authorization Error']);
  });

  it('still count while their publisher does not answer', async () => {
    await askWith(await tokenOf());
    issuer.breakDown();
    await server.clock.advance(11 * 60_000);

    expect(await askWith(await tokenOf())).toBe(200);
  });

  it('let nobody in when they were never to be had', async () => {
    issuer.breakDown();

    expect(await askWith(await tokenOf())).toEqual([401, 'Authorization Error']);
  });
});

describe('the server in the mode of Clerk', () => {
  it('tells the console what to load, and has no forms of its own', async () => {
    const browser = server.openBrowser();
    const config = await browser.get('/api/auth/config');
    const flow = await browser.get('/api/.ory/self-service/login/browser');
    const page = await browser.get('/login', { accept: 'text/html' });

    expect(config.body).toMatchObject({ mode: 'clerk', clerk: { publishableKey: PUBLISHABLE_KEY, signInUrl: '/login' } });
    expect(flow.status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' https://ready.clerk.example.com");
  });

  it('switches the screens of users off, once', async () => {
    const read = async () =>
      (await db.query(`SELECT name, value FROM properties WHERE name LIKE 'settings.user%' ORDER BY name`)).rows;

    expect(await read()).toEqual([
      { name: 'settings.user.disabled', value: 'true' },
      { name: 'settings.users.disable', value: 'true' },
    ]);
  });
});

describe('pages of other origins', () => {
  async function preflight(origin: string) {
    const headers = {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type,prefer,responsetype',
    };
    const answer = await server.openBrowser().send('OPTIONS', '/api/db/canaries', undefined, headers);
    return { status: answer.status, allowed: answer.headers.get('access-control-allow-origin'), headers: answer.headers };
  }

  it('may call with a bearer token when they are listed', async () => {
    const answer = await server.openBrowser().get('/db/canaries?select=id', {
      origin: PARTNER,
      authorization: `Bearer ${await tokenOf()}`,
    });
    const { status, allowed, headers } = await preflight(PARTNER);

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, PARTNER]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
    expect([status, allowed, headers.get('access-control-allow-credentials')]).toEqual([204, PARTNER, 'true']);
    for (const name of ['authorization', 'content-type', 'prefer', 'responsetype']) {
      expect(headers.get('access-control-allow-headers')).toContain(name);
    }
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('can read why they were refused', async () => {
    const answer = await server.openBrowser().get('/db/canaries', { origin: PARTNER });

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, PARTNER]);
  });

  it.each(['https://evil.example.org', 'https://console.example.com.evil.org', 'http://console.example.com', 'null'])(
    'get no permission when they are not: %s',
    async (origin) => {
      const { allowed } = await preflight(origin);
      const answer = await server.openBrowser().get('/db/canaries', { origin, authorization: `Bearer ${await tokenOf()}` });

      expect([allowed, answer.headers.get('access-control-allow-origin')]).toEqual([null, null]);
      expect(answer.headers.get('vary')).toContain('origin');
    },
  );

  it('may not write with nothing but a cookie', async () => {
    const answer = await server.openBrowser().send(
      'POST',
      '/db/canaries',
      {},
      {
        origin: PARTNER,
        cookie: `__session=${await tokenOf()}`,
      },
    );

    expect(answer.status).toBe(403);
  });
});
