import type { Flow } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecretBox } from '../../../../platform/secret-box.ts';
import { createCredentialStore } from '../../accounts/credential-store.ts';
import {
  csrfTokenOf,
  type IdentityTestServer,
  startIdentityTestServer,
  TEST_SECRET_KEY,
  type TestBrowser,
} from '../../testing/identity-test-server.ts';
import { createLinkStore } from './link-store.ts';
import { ProviderVisit } from './testing/provider-visit.ts';
import { createTestProvider, type TestProvider } from './testing/test-provider.ts';

let db: Database;
let provider: TestProvider;
let server: IdentityTestServer;
beforeAll(async () => {
  // The provider warns of pages and stores that are meant for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  db = await createTestDatabase();
});
afterEach(async () => {
  await server.stop();
  await provider.stop();
  await db.query('TRUNCATE identities, casbin_rule, teams, audit_log CASCADE');
  await db.query(`DELETE FROM people WHERE name <> 'System'`);
});
afterAll(() => db.close());

async function start(entry: Readonly<Record<string, unknown>> = {}, args: readonly string[] = []): Promise<void> {
  provider = await createTestProvider(entry);
  server = await startIdentityTestServer(db, ['--sign-in-providers', provider.file, ...args]);
  await provider.open(server.url);
}

/** Where the console is sent to begin at the provider. */
async function beginAt(
  browser: TestBrowser,
  flow: Flow,
  fields: Record<string, unknown> = { provider: 'acme' },
): Promise<string> {
  const answer = await browser.submit(flow, fields);
  expect(answer.status).toBe(422);
  const { redirect_browser_to: to } = answer.body as { redirect_browser_to: string };
  return to;
}

/** Goes through a flow as a subject of the provider. @returns where the browser lands */
async function signInAs(browser: TestBrowser, subject: string, flow?: Flow): Promise<string> {
  const url = await beginAt(browser, flow ?? (await browser.begin('login')));
  return comeBack(browser, await new ProviderVisit(provider.issuer).signIn(url, subject));
}

async function comeBack(browser: TestBrowser, callback: string): Promise<string> {
  const answer = await browser.get(callback, { accept: 'text/html' });
  expect([answer.status, answer.text]).toEqual([303, '']);
  return answer.headers.get('location') ?? '';
}

async function whoami(browser: TestBrowser): Promise<unknown> {
  const answer = await browser.get('/api/.ory/sessions/whoami');
  return answer.status === 200 ? answer.body : answer.status;
}

/** Texts of the flow that the console shows after it landed. */
async function textsAt(browser: TestBrowser, landed: string): Promise<string[]> {
  const url = new URL(landed);
  const kind = url.pathname === '/profile-settings' ? 'settings' : url.pathname.slice(1);
  const answer = await browser.get(`/api/.ory/self-service/${kind}/flows?id=${url.searchParams.get('flow')}`);
  return answer.flow.ui.messages?.map(({ text }) => text) ?? [];
}

async function rolesOf(email: string): Promise<string[]> {
  const { rows } = await db.query<{ v1: string }>(
    `SELECT r.v1 FROM casbin_rule r JOIN people p ON p.id::text = r.v0 WHERE r.ptype = 'g' AND p.email = $1 ORDER BY r.v1`,
    [email],
  );
  return rows.map(({ v1 }) => v1);
}

describe('signing in with a provider', () => {
  it('offers a button for each provider', async () => {
    await start();

    const flow = await server.openBrowser().begin('login');

    expect(flow.ui.nodes).toContainEqual(
      expect.objectContaining({
        group: 'oidc',
        attributes: expect.objectContaining({ name: 'provider', type: 'submit', value: 'acme' }),
        meta: { label: expect.objectContaining({ id: 1010002, text: 'Sign in with Acme' }) },
      }),
    );
  });

  it('makes an account where the provider may, and finds it again', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com', email_verified: true, name: 'Ada Byron' });

    const landed = await signInAs(server.openBrowser(), 's1');
    const again = server.openBrowser();
    await signInAs(again, 's1');

    expect(landed).toBe(`${server.url}/`);
    expect(await whoami(again)).toMatchObject({
      active: true,
      authentication_methods: [{ method: 'oidc', provider: 'acme' }],
      identity: {
        traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'Byron' } },
        verifiable_addresses: [{ verified: true }],
      },
    });
    expect((await db.query(`SELECT FROM identities`)).rows).toHaveLength(1);
  });

  it('goes back to where the person came from', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    const browser = server.openBrowser();

    const flow = await browser.begin('login', `return_to=${encodeURIComponent('/health?x=1')}`);

    expect(await signInAs(browser, 's1', flow)).toBe(`${server.url}/health?x=1`);
  });

  it('redirects a plain form without scripts', async () => {
    await start();
    const browser = server.openBrowser();
    const flow = await browser.begin('login');
    const form = new URLSearchParams({ csrf_token: csrfTokenOf(flow), provider: 'acme' });

    const answer = await browser.send('POST', `/api/.ory/self-service/login?flow=${flow.id}`, form.toString(), {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });

    const to = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, to.origin]).toEqual([303, provider.issuer]);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      response_type: 'code',
      nonce: expect.stringMatching(/.{20}/),
    });
  });

  it('lets nobody in without an invitation, unless the provider may sign people up', async () => {
    await start();
    provider.people.set('s1', { email: 'ada@example.com', email_verified: true });
    const browser = server.openBrowser();

    const landed = await signInAs(browser, 's1');

    expect(await textsAt(browser, landed)).toEqual([expect.stringMatching(/Ask an administrator for an invitation/)]);
    expect(await whoami(browser)).toBe(401);
    const failed = `SELECT outcome, details ->> 'provider' AS provider FROM audit_log WHERE action = 'sign_in_failed' AND actor = $1`;
    await expect
      .poll(async () => (await db.query(failed, ['ada@example.com'])).rows)
      .toEqual([{ outcome: 'refused', provider: 'acme' }]);
  });

  it('lets in only verified addresses of the allowed domains', async () => {
    await start({ signup: true, allowed_domains: ['Example.com'] });
    provider.people.set('inside', { email: 'ada@example.com', email_verified: true });
    provider.people.set('outside', { email: 'eve@example.com.evil.org', email_verified: true });
    provider.people.set('claimed', { email: 'eve@example.com', email_verified: false });

    const entered = await Promise.all(
      ['inside', 'outside', 'claimed'].map(async (subject) => {
        const browser = server.openBrowser();
        await signInAs(browser, subject);
        return (await whoami(browser)) !== 401;
      }),
    );

    expect(entered).toEqual([true, false, false]);
  });

  it('needs an address', async () => {
    await start({ signup: true });
    provider.people.set('s1', {});
    const browser = server.openBrowser();

    expect(await textsAt(browser, await signInAs(browser, 's1'))).toEqual([expect.stringMatching(/did not tell an email/)]);
  });

  it('refuses an account that is switched off', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    await signInAs(server.openBrowser(), 's1');
    await db.query(`UPDATE identities SET state = 'inactive'`);
    const browser = server.openBrowser();

    expect(await textsAt(browser, await signInAs(browser, 's1'))).toEqual([expect.stringMatching(/switched off/)]);
    expect(await whoami(browser)).toBe(401);
  });

  it('asks for the second factor of an account that has one', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    await signInAs(server.openBrowser(), 's1');
    await db.query(`INSERT INTO identity_credentials (identity_id, type, config) SELECT id, 'totp', '' FROM identities`);
    const browser = server.openBrowser();

    const landed = await signInAs(browser, 's1');

    expect(landed).toContain('/login?aal=aal2');
    expect(await whoami(browser)).toBe(403);
  });
});

describe('creating an account with a provider', () => {
  it('is on offer where everybody may create one, and signs in', async () => {
    await start({}, ['--registration', 'anyone']);
    provider.people.set('s1', { email: 'ada@example.com', email_verified: true, name: 'Ada Byron' });
    const browser = server.openBrowser();
    const flow = await browser.begin('registration');
    expect(flow.ui.nodes).toContainEqual(
      expect.objectContaining({ group: 'oidc', meta: { label: expect.objectContaining({ id: 1040002 }) } }),
    );

    const landed = await signInAs(browser, 's1', flow);

    expect(landed).toBe(`${server.url}/`);
    expect(await whoami(browser)).toMatchObject({ identity: { traits: { email: 'ada@example.com' } } });
    expect(await rolesOf('ada@example.com')).toEqual([]);
  });

  it('is not on offer with a provider that may not', async () => {
    await start({ signup: false }, ['--registration', 'anyone']);

    const flow = await server.openBrowser().begin('registration');

    expect(flow.ui.nodes.filter(({ group }) => group === 'oidc')).toEqual([]);
  });
});

describe('an account with the same address', () => {
  const ADA = { email: 'ada@example.com', email_verified: true };

  it('is not taken over', async () => {
    await start({ signup: true });
    await server.addPerson({ email: 'ada@example.com', password: 'correct horse battery' });
    provider.people.set('s1', ADA);
    const browser = server.openBrowser();

    expect(await textsAt(browser, await signInAs(browser, 's1'))).toEqual([
      expect.stringMatching(/Sign in to it first, then link Acme/),
    ]);
    expect(await whoami(browser)).toBe(401);
  });

  it('is taken where provider and entry vouch for the address', async () => {
    await start({ link_verified: true });
    const id = await server.addPerson({ email: 'ada@example.com', password: 'correct horse battery' });
    provider.people.set('s1', ADA);
    const browser = server.openBrowser();

    await signInAs(browser, 's1');

    expect(await whoami(browser)).toMatchObject({ identity: { id } });
  });

  it('is not taken when the provider has not verified the address', async () => {
    await start({ link_verified: true });
    await server.addPerson({ email: 'ada@example.com', password: 'correct horse battery' });
    provider.people.set('s1', { ...ADA, email_verified: false });
    const browser = server.openBrowser();

    await signInAs(browser, 's1');

    expect(await whoami(browser)).toBe(401);
  });

  it('is not taken when somebody made it beforehand with an address that was never verified here', async () => {
    await start({ link_verified: true });
    await server.addPerson({ email: 'ada@example.com', password: 'known to the one who made it' });
    await db.query('UPDATE identity_addresses SET verified_at = NULL');
    provider.people.set('s1', ADA);
    const browser = server.openBrowser();

    await signInAs(browser, 's1');

    expect(await whoami(browser)).toBe(401);
  });
});

describe('what goes wrong at the provider', () => {
  it('is shown in the flow when the person says no', async () => {
    await start();
    const browser = server.openBrowser();
    const url = await beginAt(browser, await browser.begin('login'));

    const landed = await comeBack(browser, await new ProviderVisit(provider.issuer).cancel(url));

    expect(await textsAt(browser, landed)).toEqual(['You did not allow Acme to sign you in.']);
  });

  it('is shown in the flow when the provider cannot be reached', async () => {
    provider = await createTestProvider();
    server = await startIdentityTestServer(db, ['--sign-in-providers', provider.file]);
    const browser = server.openBrowser();

    const answer = await browser.submit(await browser.begin('login'), { provider: 'acme' });

    expect([answer.status, answer.flow.ui.messages]).toEqual([
      400,
      [expect.objectContaining({ text: 'Acme could not be reached. Please try again later.' })],
    ]);
  });

  it('recovers once the provider answers again', async () => {
    provider = await createTestProvider({ signup: true });
    server = await startIdentityTestServer(db, ['--sign-in-providers', provider.file]);
    const browser = server.openBrowser();
    await browser.submit(await browser.begin('login'), { provider: 'acme' });
    await provider.open(server.url);
    provider.people.set('s1', { email: 'ada@example.com' });

    await signInAs(browser, 's1');

    expect(await whoami(browser)).toMatchObject({ active: true });
  });

  it('is a wrong answer when the nonce is not the one of the flow', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    const browser = server.openBrowser();
    const url = new URL(await beginAt(browser, await browser.begin('login')));
    url.searchParams.set('nonce', 'another-nonce-than-that-of-the-flow');

    const landed = await comeBack(browser, await new ProviderVisit(provider.issuer).signIn(url.href, 's1'));

    expect(await textsAt(browser, landed)).toEqual([expect.stringMatching(/could not be verified/)]);
    expect(await whoami(browser)).toBe(401);
  });

  it('is a wrong answer when its code was used before', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    const victim = server.openBrowser();
    const callback = new URL(
      await new ProviderVisit(provider.issuer).signIn(await beginAt(victim, await victim.begin('login')), 's1'),
    );
    await comeBack(victim, callback.href);
    const browser = server.openBrowser();
    const own = new URL(await beginAt(browser, await browser.begin('login')));
    callback.searchParams.set('state', own.searchParams.get('state') ?? '');

    const landed = await comeBack(browser, callback.href);

    expect(await textsAt(browser, landed)).toEqual([expect.stringMatching(/could not be verified/)]);
    expect(await whoami(browser)).toBe(401);
  });
});

describe('the way back', () => {
  async function callbackOf(browser: TestBrowser): Promise<string> {
    provider.people.set('s1', { email: 'ada@example.com' });
    return new ProviderVisit(provider.issuer).signIn(await beginAt(browser, await browser.begin('login')), 's1');
  }

  it('counts once', async () => {
    await start({ signup: true });
    const browser = server.openBrowser();
    const callback = await callbackOf(browser);
    await comeBack(browser, callback);
    browser.cookies.delete('ory_kratos_session');

    const again = await browser.get(callback);

    expect([again.status, again.body]).toMatchObject([403, { error: { id: 'security_csrf_violation' } }]);
    expect(await whoami(browser)).toBe(401);
  });

  it('is for the browser that began, so that nobody is signed in to the account of another', async () => {
    await start({ signup: true });
    const callback = await callbackOf(server.openBrowser());
    const victim = server.openBrowser();
    await victim.begin('login');

    const answer = await victim.get(callback);

    expect([answer.status, answer.body]).toMatchObject([403, { error: { id: 'security_csrf_violation' } }]);
    expect(await whoami(victim)).toBe(401);
  });

  it('needs a state that belongs to a flow', async () => {
    await start();
    const browser = server.openBrowser();

    const statuses = await Promise.all(
      ['', 'x', 'login.x.y', 'recovery.8c0e1a1e-33ab-4dd9-9aa5-7d4f9b6b7a11.y', 'a&state=b'].map(
        async (state) => (await browser.get(`/api/.ory/self-service/methods/oidc/callback/acme?code=c&state=${state}`)).status,
      ),
    );

    expect(statuses).toEqual([403, 403, 404, 403, 403]);
  });

  it('begins anew when the flow ran out in the meantime', async () => {
    await start({ signup: true });
    const browser = server.openBrowser();
    const callback = await callbackOf(browser);
    await server.clock.advance(61 * 60_000);

    const landed = await comeBack(browser, callback);

    expect(await textsAt(browser, landed)).toEqual([expect.stringMatching(/expired/)]);
    expect(await whoami(browser)).toBe(401);
  });
});

describe('roles and teams from claims', () => {
  const BY_GROUP = `has(claims.groups) ? {
    "roles": claims.groups.filter(g, g.startsWith("deck-")).map(g, g.replace("deck-", "")),
    "teams": claims.groups.filter(g, g.startsWith("team-"))} : {}`;

  beforeEach(async () => {
    await start({ signup: true, roles: BY_GROUP });
    await db.query(`INSERT INTO people (name) VALUES ('Owner')`);
    await db.query(`INSERT INTO teams (name, created_by) SELECT 'team-ops', id FROM people WHERE name = 'Owner'`);
  });

  async function signInWith(groups: string[] | undefined, subject = 's1', email = 'ada@example.com'): Promise<string[]> {
    provider.people.set(subject, { email, ...(groups === undefined ? {} : { groups }) });
    await signInAs(server.openBrowser(), subject);
    return rolesOf(email);
  }

  async function memberships(): Promise<number> {
    return (await db.query('SELECT FROM team_members')).rows.length;
  }

  it('follow them with every sign-in', async () => {
    expect(await signInWith(['deck-editor', 'team-ops'])).toEqual(['editor']);
    expect(await memberships()).toBe(1);
    expect(await signInWith(['deck-responder'])).toEqual(['responder']);
    expect(await memberships()).toBe(0);
    expect(await signInWith(undefined)).toEqual([]);
  });

  it('leave alone what an administrator gave', async () => {
    await signInWith(['deck-editor']);
    await db.query(`INSERT INTO casbin_rule (ptype, v0, v1) SELECT 'g', id, 'commander' FROM identities`);

    expect(await signInWith([])).toEqual(['commander']);
  });

  it('give no role that is none, and not the one of agents', async () => {
    expect(await signInWith(['deck-root', 'deck-agent', 'deck-viewer'])).toEqual(['viewer']);
  });

  it('do not take the role from the last administrator', async () => {
    await signInWith(['deck-admin']);

    expect(await signInWith([])).toEqual(['admin']);
    expect(await signInWith(['deck-admin'], 's2', 'bob@example.com')).toEqual(['admin']);
    expect(await signInWith([])).toEqual([]);
  });

  it('count at once for what the person may do', async () => {
    const browser = server.openBrowser();
    provider.people.set('s1', { email: 'ada@example.com', groups: ['deck-admin'] });
    await signInAs(browser, 's1');

    const asAdministrator = await browser.get('/api/db/connections?select=id');
    provider.people.set('s2', { email: 'bob@example.com', groups: ['deck-admin'] });
    await signInAs(server.openBrowser(), 's2');
    await signInWith([]);
    const afterwards = await browser.get('/api/db/connections?select=id');

    expect([asAdministrator.status, afterwards.status]).toEqual([200, 403]);
  });
});

describe('linking a provider under Profile', () => {
  const ADA = { email: 'ada@example.com', password: 'correct horse battery' };

  async function signedIn(): Promise<TestBrowser> {
    const browser = server.openBrowser();
    await browser.signIn(ADA.email, ADA.password);
    return browser;
  }

  function buttons(flow: Flow): unknown[] {
    return flow.ui.nodes
      .filter(({ group }) => group === 'oidc')
      .map(({ attributes, meta }) => [attributes.node_type === 'input' ? attributes.name : '', meta.label?.id]);
  }

  it('lets the person sign in with it from then on', async () => {
    await start();
    const id = await server.addPerson(ADA);
    provider.people.set('s1', { email: 'other@example.org' });
    const browser = await signedIn();
    const flow = await browser.begin('settings');
    expect(buttons(flow)).toEqual([['link', 1050002]]);

    const url = await beginAt(browser, flow, { link: 'acme' });
    const landed = await comeBack(browser, await new ProviderVisit(provider.issuer).signIn(url, 's1'));
    const other = server.openBrowser();
    await signInAs(other, 's1');

    expect(await textsAt(browser, landed)).toEqual(['Your changes have been saved.']);
    expect(await whoami(other)).toMatchObject({ identity: { id } });
    expect(buttons(await browser.begin('settings'))).toEqual([['unlink', 1050003]]);
  });

  it('does not take the provider account of somebody else', async () => {
    await start({ signup: true });
    await server.addPerson(ADA);
    provider.people.set('s1', { email: 'bob@example.com' });
    await signInAs(server.openBrowser(), 's1');
    const browser = await signedIn();

    const url = await beginAt(browser, await browser.begin('settings'), { link: 'acme' });
    const landed = await comeBack(browser, await new ProviderVisit(provider.issuer).signIn(url, 's1'));

    expect(await textsAt(browser, landed)).toEqual([expect.stringMatching(/Somebody else is linked/)]);
  });

  it('can be undone', async () => {
    await start();
    await server.addPerson(ADA);
    provider.people.set('s1', { email: 'other@example.org' });
    const browser = await signedIn();
    const url = await beginAt(browser, await browser.begin('settings'), { link: 'acme' });
    await comeBack(browser, await new ProviderVisit(provider.issuer).signIn(url, 's1'));

    const answer = await browser.submit(await browser.begin('settings'), { unlink: 'acme' });
    const other = server.openBrowser();
    await signInAs(other, 's1');

    expect([answer.status, buttons(answer.flow)]).toEqual([200, [['link', 1050002]]]);
    expect(await whoami(other)).toBe(401);
  });

  it('cannot be undone when nothing else signs in', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    const browser = server.openBrowser();
    await signInAs(browser, 's1');

    const answer = await browser.submit(await browser.begin('settings'), { unlink: 'acme' });

    expect([answer.status, answer.flow.ui.messages?.map(({ text }) => text)]).toEqual([
      400,
      [expect.stringMatching(/only way left to sign in/)],
    ]);
  });

  it('cannot be undone when the only other link is to a provider that is gone, which itself can be taken off', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    const browser = server.openBrowser();
    await signInAs(browser, 's1');
    const { rows } = await db.query<{ id: string }>('SELECT id FROM identities');
    const links = createLinkStore(createCredentialStore(createSecretBox(TEST_SECRET_KEY)));
    await db.transaction((tx) => links.add(tx, rows[0]?.id ?? '', 'closed-down', 's1'));

    const last = await browser.submit(await browser.begin('settings'), { unlink: 'acme' });
    const gone = await browser.submit(await browser.begin('settings'), { unlink: 'closed-down' });

    expect([last.status, gone.status]).toEqual([400, 200]);
    expect(buttons(gone.flow)).toEqual([['unlink', 1050003]]);
  });

  it.each([{ link: 'nobody' }, { unlink: 'nobody' }])('is refused for a provider that there is not: %j', async (fields) => {
    await start();
    await server.addPerson(ADA);
    const browser = await signedIn();
    const answer = await browser.submit(await browser.begin('settings'), fields);

    expect([answer.status, answer.flow.ui.messages]).toMatchObject([400, [{ id: 4010004 }]]);
  });

  it('confirms who it is only with the account that is linked', async () => {
    await start({ signup: true });
    provider.people.set('s1', { email: 'ada@example.com' });
    provider.people.set('s2', { email: 'bob@example.com' });
    const browser = server.openBrowser();
    await signInAs(browser, 's1');

    const wrong = await signInAs(browser, 's2', await browser.begin('login', 'refresh=true'));
    const right = await signInAs(browser, 's1', await browser.begin('login', 'refresh=true'));

    expect(await textsAt(browser, wrong)).toContainEqual(expect.stringMatching(/not the account at Acme/));
    expect(right).toBe(`${server.url}/`);
  });
});
