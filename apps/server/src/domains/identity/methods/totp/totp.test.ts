import { PRIVILEGED_SESSION_MS } from '@quarterdeck/contract/identity';
import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import { fieldOf, messageIds, namesOf, nodeOf } from '../../testing/flow-fields.ts';
import type { TestBrowser } from '../../testing/identity-test-server.ts';
import { PASSWORD, type SignedInPerson, useIdentityServer } from '../../testing/use-identity-server.ts';

const STEP_MS = 30_000;

const server = useIdentityServer();

interface Person {
  readonly email: string;
  readonly browser: TestBrowser;
  readonly secret: string;
}

/** Code of an app now, or so many steps away. */
function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) + steps * 30 });
}

function addPerson(): Promise<SignedInPerson> {
  return server.signIn({ role: 'editor' });
}

/** Somebody with an app whose last code is of an earlier step. */
async function addPersonWithApp(): Promise<Person> {
  const { email, browser } = await addPerson();
  const flow = await browser.begin('settings');
  const secret = fieldOf(flow, 'totp_secret_key');
  const saved = await browser.submit(flow, { method: 'totp', totp_code: await codeOf(secret) });
  expect(saved.status).toBe(200);
  await server.clock.advance(2 * STEP_MS);
  return { email, browser, secret };
}

/** A browser after the password, before the second factor. */
async function afterPassword(email: string): Promise<TestBrowser> {
  const browser = server.openBrowser();
  await browser.signIn(email, PASSWORD);
  return browser;
}

async function enter(browser: TestBrowser, totpCode: string) {
  return browser.submit(await browser.begin('login', 'aal=aal2'), { method: 'totp', totp_code: totpCode });
}

describe('setting up an authenticator app', () => {
  it('shows a picture and the secret, the same until a code of it is entered', async () => {
    const { browser } = await addPerson();
    const flow = await browser.begin('settings');
    const { attributes } = nodeOf(flow, 'totp_qr');

    const wrong = await browser.submit(flow, { method: 'totp', totp_code: '000000' });

    expect(attributes).toMatchObject({ width: 256, height: 256, src: expect.stringMatching(/^data:image\/svg\+xml;base64,/) });
    expect([wrong.status, nodeOf(wrong.flow, 'totp_code').messages]).toMatchObject([400, [{ id: 4000008 }]]);
    expect(fieldOf(wrong.flow, 'totp_secret_key')).toBe(fieldOf(flow, 'totp_secret_key'));
  });

  it('proves the second factor for this session and asks every other session for it at once', async () => {
    const { email, browser } = await addPerson();
    const elsewhere = await afterPassword(email);
    const flow = await browser.begin('settings');
    const token = browser.cookies.get('ory_kratos_session');

    const saved = await browser.submit(flow, { method: 'totp', totp_code: await codeOf(fieldOf(flow, 'totp_secret_key')) });

    expect([saved.status, namesOf(saved.flow, 'totp')]).toEqual([200, ['totp_unlink']]);
    expect(browser.cookies.get('ory_kratos_session')).not.toBe(token);
    const own = await browser.get('/api/.ory/sessions/whoami');
    expect(own.body).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'password' }, { method: 'totp', aal: 'aal2' }],
    });
    const other = await elsewhere.get('/api/.ory/sessions/whoami');
    expect([other.status, other.body]).toMatchObject([403, { error: { id: 'session_aal2_required' } }]);
    expect((await elsewhere.get('/api/db/canaries?select=id')).status).toBe(403);
    const settings = await elsewhere.get('/api/.ory/self-service/settings/browser');
    expect([settings.status, settings.body]).toMatchObject([
      403,
      { error: { id: 'session_aal2_required' }, redirect_browser_to: expect.stringContaining('/login?aal=aal2&return_to=') },
    ]);
  });

  it('is refused in a form that another one overtook', async () => {
    const { browser } = await addPerson();
    const [first, second] = [await browser.begin('settings'), await browser.begin('settings')];
    await browser.submit(first, { method: 'totp', totp_code: await codeOf(fieldOf(first, 'totp_secret_key')) });

    const late = await browser.submit(second, { method: 'totp', totp_code: await codeOf(fieldOf(second, 'totp_secret_key')) });

    expect([late.status, late.flow.ui.messages]).toMatchObject([400, [{ text: expect.stringContaining('set up already') }]]);
  });
});

describe('unlinking an authenticator app', () => {
  it('takes effect at once, after which the password alone is asked for', async () => {
    const { email, browser } = await addPersonWithApp();

    const saved = await browser.submit(await browser.begin('settings'), { totp_unlink: true });

    expect([saved.status, namesOf(saved.flow, 'totp')]).toEqual([200, ['totp_qr', 'totp_secret_key', 'totp_code', 'method']]);
    expect((await server.openBrowser().signIn(email, PASSWORD)).status).toBe(200);
  });

  it('needs a fresh sign-in, which the app can give as well', async () => {
    const { browser, secret } = await addPersonWithApp();
    await server.clock.advance(PRIVILEGED_SESSION_MS);
    const flow = await browser.begin('settings');

    const late = await browser.submit(flow, { totp_unlink: true });
    const refresh = await browser.begin('login', 'refresh=true&aal=aal2');
    const refreshed = await browser.submit(refresh, { method: 'totp', totp_code: await codeOf(secret) });
    const fresh = await browser.submit(flow, { totp_unlink: true });

    expect([late.status, refreshed.status, fresh.status]).toEqual([403, 200, 200]);
  });
});

describe('signing in with an authenticator app', () => {
  it('follows the password and lifts the session', async () => {
    const { email, secret } = await addPersonWithApp();
    const browser = server.openBrowser();

    const first = await browser.submit(await browser.begin('login', `return_to=${encodeURIComponent('/health')}`), {
      method: 'password',
      identifier: email,
      password: PASSWORD,
    });
    const token = browser.cookies.get('ory_kratos_session');
    const flow = await browser.begin('login', 'aal=aal2');
    const second = await browser.submit(flow, { method: 'totp', totp_code: await codeOf(secret) });

    const to = `${server.url}/login?aal=aal2&return_to=${encodeURIComponent(`${server.url}/health`)}`;
    expect([first.status, first.body]).toMatchObject([
      422,
      { error: { id: 'browser_location_change_required' }, redirect_browser_to: to },
    ]);
    expect([messageIds(flow), namesOf(flow, 'totp')]).toEqual([[1010004], ['totp_code', 'method']]);
    expect([second.status, second.body]).toMatchObject([200, { session: { authenticator_assurance_level: 'aal2' } }]);
    expect(browser.cookies.get('ory_kratos_session')).not.toBe(token);
    expect((await browser.get('/api/db/canaries?select=id')).status).toBe(200);
  });

  it('takes a code of the step before or after, and none further away', async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-2, 400],
      [2, 400],
    ] as const) {
      const { email, secret } = await addPersonWithApp();
      await server.clock.advance(5 * STEP_MS);

      const answer = await enter(await afterPassword(email), await codeOf(secret, steps));

      expect([steps, answer.status]).toEqual([steps, status]);
    }
  });

  it('takes no code twice, nor one of an earlier step; the one of the set-up counts for one sign-in', async () => {
    const { browser, email } = await addPerson();
    const flow = await browser.begin('settings');
    const secret = fieldOf(flow, 'totp_secret_key');
    const setUp = await codeOf(secret);
    await browser.submit(flow, { method: 'totp', totp_code: setUp });

    expect((await enter(await afterPassword(email), setUp)).status).toBe(200);
    expect((await enter(await afterPassword(email), setUp)).status).toBe(400);
    await server.clock.advance(3 * STEP_MS);
    const [earlier, now] = [await codeOf(secret, -1), await codeOf(secret)];
    expect((await enter(await afterPassword(email), now)).status).toBe(200);
    for (const again of [now, earlier]) {
      const answer = await enter(await afterPassword(email), again);
      expect([answer.status, messageIds(answer.flow)]).toEqual([400, [1010004, 4000008]]);
    }
  });

  it('takes a code once when it is sent several times at once', async () => {
    const { email, secret } = await addPersonWithApp();
    const browsers = await Promise.all(Array.from({ length: 6 }, () => afterPassword(email)));
    const forms = await Promise.all(
      browsers.map(async (browser) => ({ browser, flow: await browser.begin('login', 'aal=aal2') })),
    );
    const code = await codeOf(secret);

    const answers = await Promise.all(
      forms.map(({ browser, flow }) => browser.submit(flow, { method: 'totp', totp_code: code })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('makes the account wait after ten wrong codes, even for a right one', async () => {
    const { email, secret } = await addPersonWithApp();
    const browser = await afterPassword(email);
    const flow = await browser.begin('login', 'aal=aal2');
    for (let attempt = 0; attempt < 10; attempt++) {
      await browser.submit(flow, { method: 'totp', totp_code: String(attempt).padStart(6, '0') });
    }

    const blocked = await browser.submit(flow, { method: 'totp', totp_code: await codeOf(secret) });
    await server.clock.advance(16 * 60_000);
    const later = await enter(browser, await codeOf(secret));

    expect([blocked.status, blocked.flow.ui.messages?.at(-1)?.text]).toEqual([400, expect.stringContaining('Too many attempts')]);
    expect(later.status).toBe(200);
  });

  it('is nothing that a first sign-in can be done with', async () => {
    const { email, secret } = await addPersonWithApp();
    const browser = server.openBrowser();

    const first = await browser.submit(await browser.begin('login'), {
      method: 'totp',
      identifier: email,
      totp_code: await codeOf(secret),
    });
    const second = await browser.get('/api/.ory/self-service/login/browser?aal=aal2');

    expect(first.status).toBe(400);
    expect([second.status, second.body]).toMatchObject([401, { error: { id: 'session_aal1_required' } }]);
  });
});
