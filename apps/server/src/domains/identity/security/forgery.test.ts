import { beforeAll, describe, expect, it } from 'vitest';
import { csrfTokenOf, type TestBrowser } from '../testing/identity-test-server.ts';
import { foreignReturnTos } from '../testing/return-to-corpus.ts';
import { useIdentityServer } from '../testing/use-identity-server.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'tulip-kayak-ember';
const SESSION = 'ory_kratos_session';
const server = useIdentityServer(() => ['--registration', 'anyone']);
beforeAll(async () => {
  await server.addPerson({ email: EMAIL, password: PASSWORD });
  await server.addPerson({ email: 'eve@example.com', password: PASSWORD });
});

async function signedIn(email = EMAIL): Promise<TestBrowser> {
  const browser = server.openBrowser();
  const answer = await browser.signIn(email, PASSWORD);
  expect(answer.status).toBe(200);
  return browser;
}

function tokenOf(browser: TestBrowser): string {
  return browser.cookies.get(SESSION) ?? '';
}

async function statusOf(token: string): Promise<number> {
  const browser = server.openBrowser();
  browser.cookies.set(SESSION, token);
  return (await browser.get('/api/.ory/sessions/whoami')).status;
}

describe('a form', () => {
  const fields = { method: 'password', identifier: EMAIL, password: PASSWORD };
  const VIOLATION = { error: { id: 'security_csrf_violation', code: 403 } };

  it.each([
    ['no token', () => undefined],
    ['an empty token', () => ''],
    ['a token that is none', () => 'x'],
    ['a token of its length', () => Buffer.alloc(64).toString('base64')],
    ['a token as a list', (token: string) => [token]],
    ['a token cut short', (token: string) => token.slice(0, -4)],
  ])('with %s is refused', async (_name, forge) => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answer = await browser.submit(flow, { ...fields, csrf_token: forge(csrfTokenOf(flow)) });

    expect([answer.status, answer.body]).toMatchObject([403, VIOLATION]);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  it('with the token of another browser is refused', async () => {
    const [ada, eve] = [server.openBrowser(), server.openBrowser()];
    const flow = await ada.begin('login');
    const foreign = await eve.begin('login');

    const answer = await ada.submit(flow, { ...fields, csrf_token: csrfTokenOf(foreign) });

    expect([answer.status, answer.body]).toMatchObject([403, VIOLATION]);
  });

  it('of a flow that another browser began is refused, and so is looking at it', async () => {
    const [ada, eve] = [server.openBrowser(), server.openBrowser()];
    const flow = await ada.begin('login');
    const own = await eve.begin('login');

    const sent = await eve.submit(flow, { ...fields, csrf_token: csrfTokenOf(own) });
    const read = await eve.get(`/api/.ory/self-service/login/flows?id=${flow.id}`);
    const bare = await server.openBrowser().get(`/api/.ory/self-service/login/flows?id=${flow.id}`);

    expect([sent.status, sent.body]).toMatchObject([403, VIOLATION]);
    expect([read.status, read.body]).toMatchObject([403, VIOLATION]);
    expect([bare.status, bare.body]).toMatchObject([403, VIOLATION]);
  });

  it('of a page elsewhere, without cookies, leads to the error page and signs nobody in', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const stranger = server.openBrowser();

    const answer = await stranger.send(
      'POST',
      `/api/.ory/self-service/login?flow=${flow.id}`,
      new URLSearchParams(fields).toString(),
      {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        origin: 'https://evil.example',
      },
    );

    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining(`${server.url}/error?id=`)]);
    expect(stranger.cookies.has(SESSION)).toBe(false);
  });

  it('may carry its token in a header', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answer = await browser.send('POST', `/api/.ory/self-service/login?flow=${flow.id}`, fields, {
      'x-csrf-token': csrfTokenOf(flow),
    });

    expect(answer.status).toBe(200);
  });

  it('of a program is refused from a browser that is signed in', async () => {
    const browser = await signedIn();
    const { flow } = await server.openBrowser().get('/api/.ory/self-service/login/api');

    const answer = await browser.submit(flow, fields);

    expect([answer.status, answer.body]).toMatchObject([403, VIOLATION]);
  });

  it('never has the same token twice, and none shows the cookie', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () =>
        csrfTokenOf((await browser.get(`/api/.ory/self-service/login/flows?id=${flow.id}`)).flow),
      ),
    );

    expect(new Set(tokens).size).toBe(5);
    const [secret = ''] = browser.cookies.values();
    for (const token of tokens) expect(Buffer.from(token, 'base64').includes(Buffer.from(secret, 'base64url'))).toBe(false);
  });
});

describe('ending sessions', () => {
  it.each([
    ['/api/.ory/sessions', { origin: 'https://evil.example' }],
    ['/api/.ory/sessions', { origin: 'null' }],
    ['/api/.ory/sessions', { 'sec-fetch-site': 'cross-site' }],
    ['/kratos/sessions/00000000-0000-4000-8000-000000000000', { origin: 'https://evil.example' }],
  ])('is refused to pages of others: %s %o', async (path, headers) => {
    const [here, there] = [await signedIn(), await signedIn()];

    const answer = await here.send('DELETE', path, undefined, headers);

    expect(answer.status).toBe(403);
    expect(await statusOf(tokenOf(there))).toBe(200);
  });

  it('needs the token for signing out, which pages of others do not know', async () => {
    const browser = await signedIn();

    const answer = await browser.get('/api/.ory/self-service/logout', { accept: 'text/html' });

    expect(answer.headers.get('location')).toContain('/error?id=');
    expect(await statusOf(tokenOf(browser))).toBe(200);
  });
});

describe('a session', () => {
  it('that was planted before never becomes valid', async () => {
    const browser = server.openBrowser();
    browser.cookies.set(SESSION, 'planted-by-somebody-else');
    await browser.signIn(EMAIL, PASSWORD);

    expect(tokenOf(browser)).not.toBe('planted-by-somebody-else');
    expect(await statusOf(tokenOf(browser))).toBe(200);
    expect(await statusOf('planted-by-somebody-else')).toBe(401);
  });

  it("that was planted in the middle of a flow stays its owner's", async () => {
    const eve = await signedIn('eve@example.com');
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    browser.cookies.set(SESSION, tokenOf(eve));

    await browser.submit(flow, { method: 'password', identifier: EMAIL, password: PASSWORD });
    const whoami = await browser.get('/api/.ory/sessions/whoami');
    const eves = await eve.get('/api/.ory/sessions/whoami');

    expect(tokenOf(browser)).not.toBe(tokenOf(eve));
    expect(whoami.body).toMatchObject({ identity: { traits: { email: EMAIL } } });
    expect(eves.body).toMatchObject({ identity: { traits: { email: 'eve@example.com' } } });
  });

  it('gets another token when it is confirmed; the old one is dead at once', async () => {
    const browser = await signedIn();
    const before = tokenOf(browser);

    const flow = await browser.begin('login', 'refresh=true');
    await browser.submit(flow, { method: 'password', identifier: EMAIL, password: PASSWORD });

    expect(tokenOf(browser)).not.toBe(before);
    expect([await statusOf(before), await statusOf(tokenOf(browser))]).toEqual([401, 200]);
  });

  it('is confirmed only by its own person, whoever the form names', async () => {
    await server.addPerson({ email: 'mallory@example.com', password: 'another-kayak-ember' });
    const browser = await signedIn();

    const flow = await browser.begin('login', 'refresh=true');
    const answer = await browser.submit(flow, {
      method: 'password',
      identifier: 'mallory@example.com',
      password: 'another-kayak-ember',
    });

    expect(answer.status).toBe(400);
    expect(answer.flow.ui.messages?.map(({ id }) => id)).toEqual([1010003, 4000006]);
  });

  it('that was signed out of or revoked cannot be used again', async () => {
    const [out, revoked, own] = [await signedIn(), await signedIn(), await signedIn()];
    const tokens = [tokenOf(out), tokenOf(revoked)];
    const { body } = await out.get('/api/.ory/self-service/logout/browser');
    const token = typeof body === 'object' && body !== null && 'logout_token' in body ? String(body.logout_token) : '';
    await out.get(`/api/.ory/self-service/logout?token=${token}`);
    await own.send('DELETE', '/api/.ory/sessions');

    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
    for (const old of tokens) {
      const browser = server.openBrowser();
      browser.cookies.set(SESSION, old);
      const rows = await browser.get('/api/db/canaries?select=id');
      const settings = await browser.get('/api/.ory/self-service/settings/browser');
      expect([rows.status, settings.status]).toEqual([401, 401]);
    }
    expect(await statusOf(tokenOf(own))).toBe(200);
  });

  it('is kept without its token', async () => {
    const browser = await signedIn();

    const { rows } = await server.db.query('SELECT * FROM sessions');

    expect(JSON.stringify(rows)).not.toContain(tokenOf(browser));
    expect(tokenOf(browser).length).toBeGreaterThanOrEqual(43);
  });
});

describe('the anti-forgery cookie', () => {
  it('that was planted before a sign-in is worth nothing after it', async () => {
    const eve = server.openBrowser();
    const planted = await eve.begin('login');
    const [name = '', secret = ''] = [...eve.cookies][0] ?? [];
    const browser = server.openBrowser();
    browser.cookies.set(name, secret);
    await browser.signIn(EMAIL, PASSWORD);

    expect(browser.cookies.get(name)).not.toBe(secret);
    const flow = await browser.begin('settings');
    const answer = await browser.submit(flow, { method: 'profile', traits: {}, csrf_token: csrfTokenOf(planted) });
    expect(answer.status).toBe(403);
  });
});

describe('return_to', () => {
  const KINDS = ['login', 'registration', 'recovery', 'verification'];
  // Encoded, so that they arrive as they are.
  const corpus = () =>
    foreignReturnTos(server.url)
      .map(encodeURIComponent)
      .filter((text) => text.length < 8_000);

  it.each(KINDS)('never leads a %s flow to another server', async (kind) => {
    const browser = server.openBrowser();
    const wrong: string[] = [];
    // Every kind shares the check; a part of the corpus shows that it is asked.
    for (const returnTo of corpus().filter((_, index) => index % 5 === 0)) {
      const answer = await browser.get(`/api/.ory/self-service/${kind}/browser?return_to=${returnTo}`);
      if (answer.status !== 400 || !answer.text.includes('self_service_flow_return_to_forbidden')) wrong.push(returnTo);
    }

    expect(wrong).toEqual([]);
  });

  it('never leads out of signing out, with or without a session', async () => {
    for (const browser of [server.openBrowser(), await signedIn()]) {
      for (const returnTo of corpus().filter((_, index) => index % 10 === 0)) {
        for (const path of ['logout', 'logout/browser']) {
          const answer = await browser.get(`/api/.ory/self-service/${path}?return_to=${returnTo}`, { accept: 'text/html' });
          expect(answer.headers.get('location') ?? `${server.url}/`).toMatch(new RegExp(`^${server.url}/`));
        }
      }
    }
  });

  it('that comes twice counts as its first', async () => {
    const answer = await server
      .openBrowser()
      .get('/api/.ory/self-service/login/browser?return_to=/health&return_to=//evil.example');

    expect(answer.flow.return_to).toBe(`${server.url}/health`);
  });
});
