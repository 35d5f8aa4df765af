import { MAIL_MOST_PER_WINDOW, PRIVILEGED_SESSION_MS } from '@quarterdeck/contract/identity';
import { generate } from 'otplib';
import { describe, expect, it } from 'vitest';
import { fieldOf, messageIds, namesOf, nodeOf } from '../testing/flow-fields.ts';
import { PASSWORD, type SignedInPerson, useIdentityServer } from '../testing/use-identity-server.ts';

const NEXT_PASSWORD = 'staple of a better horse';
const SESSION = 'ory_kratos_session';

const server = useIdentityServer();

function signedIn(): Promise<SignedInPerson> {
  return server.signIn({ role: 'editor' });
}

describe('the settings of an account', () => {
  it('are for whoever is signed in, and say so to clients and browsers', async () => {
    const browser = server.openBrowser();

    const client = await browser.get('/api/.ory/self-service/settings/browser');
    const page = await browser.get('/api/.ory/self-service/settings/browser', { accept: 'text/html' });

    expect([client.status, client.body]).toMatchObject([401, { error: { id: 'session_inactive' } }]);
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `${server.url}/login?return_to=${encodeURIComponent(`${server.url}/profile-settings`)}`,
    ]);
  });

  it('show the account and a form for each part', async () => {
    const { browser, email } = await signedIn();

    const flow = await browser.begin('settings');

    expect(flow).toMatchObject({ state: 'show_form', identity: { traits: { email } } });
    expect(namesOf(flow, 'profile')).toEqual(['traits.email', 'traits.name.first', 'traits.name.last', 'method']);
    expect(fieldOf(flow, 'traits.email')).toBe(email);
    expect(namesOf(flow, 'password')).toEqual(['password', 'method']);
    expect(namesOf(flow, 'lookup_secret')).toEqual(['lookup_secret_regenerate']);
    expect(namesOf(flow, 'totp')).toEqual(['totp_qr', 'totp_secret_key', 'totp_code', 'method']);
  });

  it('are not those of the next person who signs in with the browser', async () => {
    const { browser } = await signedIn();
    const flow = await browser.begin('settings');
    const other = await signedIn();
    browser.cookies.set(SESSION, other.browser.cookies.get(SESSION) ?? '');

    const read = await browser.get(`/api/.ory/self-service/settings/flows?id=${flow.id}`);
    const sent = await browser.submit(flow, { method: 'password', password: NEXT_PASSWORD });

    for (const answer of [read, sent]) {
      expect([answer.status, answer.body]).toMatchObject([403, { error: { id: 'security_identity_mismatch' } }]);
    }
  });

  it('are changed only by the page that began', async () => {
    const { browser, email } = await signedIn();
    const flow = await browser.begin('settings');

    const answer = await browser.submit(flow, { method: 'password', password: NEXT_PASSWORD, csrf_token: 'of another page' });

    expect([answer.status, answer.body]).toMatchObject([403, { error: { id: 'security_csrf_violation' } }]);
    expect((await server.openBrowser().signIn(email, PASSWORD)).status).toBe(200);
  });

  it('go on in another form when the first one ran out', async () => {
    const { browser } = await signedIn();
    const flow = await browser.begin('settings');
    await server.clock.advance(61 * 60_000);

    const read = await browser.get(`/api/.ory/self-service/settings/flows?id=${flow.id}`);
    const sent = await browser.submit(flow, { method: 'profile', traits: { email: 'x@example.com' } });

    expect([read.status, read.body]).toMatchObject([410, { error: { id: 'self_service_flow_expired' } }]);
    expect([sent.status, sent.body]).toMatchObject([410, { use_flow_id: expect.any(String) }]);
  });

  it('ask for one of the ways on offer when a form names none', async () => {
    const { browser } = await signedIn();

    const answer = await browser.submit(await browser.begin('settings'), { method: 'fax' });

    expect([answer.status, messageIds(answer.flow)]).toEqual([400, [4010004]]);
  });
});

describe('the profile', () => {
  it('is saved with a new name, and the answer has the account as it is now', async () => {
    const { browser, email } = await signedIn();
    const token = browser.cookies.get(SESSION);

    const answer = await browser.submit(await browser.begin('settings'), {
      method: 'profile',
      'traits.email': email,
      'traits.name.first': 'Grace',
      'traits.name.last': 'Hopper',
    });

    expect(answer.status).toBe(200);
    expect(answer.flow).toMatchObject({ state: 'success', identity: { traits: { name: { first: 'Grace', last: 'Hopper' } } } });
    expect([messageIds(answer.flow), fieldOf(answer.flow, 'traits.name.first')]).toEqual([[1050001], 'Grace']);
    expect(browser.cookies.get(SESSION)).toBe(token);
    const people = await server.db.query('SELECT name FROM people WHERE email = $1', [email]);
    expect(people.rows).toEqual([{ name: 'Grace Hopper' }]);
  });

  it('takes a new email that is free, which then is to be verified', async () => {
    const { browser, email } = await signedIn();
    const next = `new-${email}`;

    const answer = await browser.submit(await browser.begin('settings'), {
      method: 'profile',
      traits: { email: next, name: { first: 'Ada' } },
    });

    expect(answer.flow.identity).toMatchObject({
      traits: { email: next },
      verifiable_addresses: [{ value: next, verified: false }],
    });
    expect((await server.openBrowser().signIn(next, PASSWORD)).status).toBe(200);
    const mail = await server.db.query('SELECT template FROM courier_messages WHERE recipient = $1', [next]);
    expect(mail.rows).toHaveLength(1);
  });

  it('refuses the email of somebody else, in whatever case, and keeps what was entered', async () => {
    const other = await signedIn();
    const { browser } = await signedIn();

    const answer = await browser.submit(await browser.begin('settings'), {
      method: 'profile',
      'traits.email': other.email.toUpperCase(),
      'traits.name.first': 'Ada',
    });

    expect([answer.status, messageIds(answer.flow)]).toEqual([400, [4000007]]);
    expect(fieldOf(answer.flow, 'traits.email')).toBe(other.email.toUpperCase());
  });

  it('sends mail to only a few new addresses', async () => {
    const { browser, email } = await signedIn();
    const flow = await browser.begin('settings');
    const change = (n: number) =>
      browser.submit(flow, { method: 'profile', traits: { email: `${n}.${email}`, name: { first: 'Ada' } } });

    for (let n = 0; n < MAIL_MOST_PER_WINDOW; n++) expect((await change(n)).status).toBe(200);
    const last = await change(MAIL_MOST_PER_WINDOW);

    expect([last.status, last.flow.ui.messages]).toMatchObject([400, [{ text: expect.stringContaining('Too many attempts') }]]);
  });

  it('says at the field what is wrong with it', async () => {
    const { browser } = await signedIn();

    const answer = await browser.submit(await browser.begin('settings'), {
      method: 'profile',
      'traits.email': 'not an address',
      'traits.name.first': 'Ada',
    });

    expect([answer.status, nodeOf(answer.flow, 'traits.email').messages]).toMatchObject([400, [{ id: 4000004 }]]);
  });
});

describe('a password', () => {
  it('replaces the old one, ends all other sessions and gives the own one a new token', async () => {
    const { browser, email } = await signedIn();
    const elsewhere = server.openBrowser();
    await elsewhere.signIn(email, PASSWORD);
    const token = browser.cookies.get(SESSION) ?? '';

    const answer = await browser.submit(await browser.begin('settings'), { method: 'password', password: NEXT_PASSWORD });

    expect([answer.status, messageIds(answer.flow)]).toEqual([200, [1050001]]);
    expect((await elsewhere.get('/api/.ory/sessions/whoami')).status).toBe(401);
    expect((await browser.get('/api/.ory/sessions/whoami')).status).toBe(200);
    const thief = server.openBrowser();
    thief.cookies.set(SESSION, token);
    expect((await thief.get('/api/.ory/sessions/whoami')).status).toBe(401);
    expect((await server.openBrowser().signIn(email, PASSWORD)).status).toBe(400);
    expect((await server.openBrowser().signIn(email, NEXT_PASSWORD)).status).toBe(200);
  });

  it('follows the rules of passwords', async () => {
    const { browser, email } = await signedIn();

    for (const [password, id] of [
      ['', 4000002],
      ['short', 4000032],
      ['password1', 4000034],
      [email, 4000031],
    ] as const) {
      const answer = await browser.submit(await browser.begin('settings'), { method: 'password', password });
      expect([password, answer.status, nodeOf(answer.flow, 'password').messages]).toMatchObject([password, 400, [{ id }]]);
    }
  });

  it('is told apart in the audit log, without being in it', async () => {
    const { browser, id } = await signedIn();

    await browser.submit(await browser.begin('settings'), { method: 'password', password: NEXT_PASSWORD });

    await expect
      .poll(
        async () =>
          (await server.db.query(`SELECT * FROM audit_log WHERE person_id = $1 AND action = 'change_password'`, [id])).rows,
      )
      .toMatchObject([{ resource: 'identities', resource_id: id, outcome: 'done', via: 'session' }]);
    const text = JSON.stringify((await server.db.query('SELECT * FROM audit_log')).rows);
    expect(text).not.toContain(NEXT_PASSWORD);
  });
});

describe('what one signs in with', () => {
  it('is changed only after confirming who one is when the sign-in is long ago', async () => {
    const { browser, email } = await signedIn();
    await server.clock.advance(PRIVILEGED_SESSION_MS + 1);
    const flow = await browser.begin('settings');

    const late = await browser.submit(flow, { method: 'password', password: NEXT_PASSWORD });
    const lateEmail = await browser.submit(flow, { method: 'profile', traits: { email: `b-${email}`, name: { first: 'Ada' } } });
    const name = await browser.submit(flow, { method: 'profile', traits: { email, name: { first: 'Grace' } } });

    const page = `${server.url}/profile-settings?flow=${flow.id}`;
    const confirm = `${server.url}/login?refresh=true&return_to=${encodeURIComponent(page)}`;
    for (const answer of [late, lateEmail]) {
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { error: { id: 'session_refresh_required', details: { redirect_browser_to: confirm } }, redirect_browser_to: confirm },
      ]);
    }
    expect(name.status).toBe(200);

    const refresh = await browser.begin('login', `refresh=true&return_to=${encodeURIComponent(page)}`);
    expect(messageIds(refresh)).toEqual([1010003]);
    expect((await browser.submit(refresh, { method: 'password', identifier: email, password: PASSWORD })).status).toBe(200);
    expect((await browser.submit(flow, { method: 'password', password: NEXT_PASSWORD })).status).toBe(200);
  });
});

describe('every form of a secret', () => {
  it.each([
    ['a password', { method: 'password', password: NEXT_PASSWORD }],
    ['an authenticator app', { method: 'totp', totp_code: '123456' }],
    ['unlinking the app', { totp_unlink: true }],
    ['new backup codes', { lookup_secret_regenerate: true }],
    ['confirming backup codes', { lookup_secret_confirm: true }],
    ['revealing backup codes', { lookup_secret_reveal: true }],
    ['disabling backup codes', { lookup_secret_disable: true }],
    ['a security key', { webauthn_register: '{}' }],
    ['removing a security key', { webauthn_remove: 'abcd' }],
    ['a passkey', { passkey_settings_register: '{}' }],
    ['removing a passkey', { passkey_remove: 'abcd' }],
  ])('is refused with a sign-in of long ago: %s', async (_name, fields) => {
    const { browser } = await signedIn();
    await server.clock.advance(PRIVILEGED_SESSION_MS + 1);

    const answer = await browser.submit(await browser.begin('settings'), fields);

    expect([answer.status, answer.body]).toMatchObject([403, { error: { id: 'session_refresh_required' } }]);
  });
});

describe('the audit log', () => {
  it('tells what was set up and taken away, and nothing of its secrets', async () => {
    const { browser, id, email } = await signedIn();
    const flow = await browser.begin('settings');
    const secret = fieldOf(flow, 'totp_secret_key');
    const epoch = Math.floor(server.clock.now().getTime() / 1000);
    const forms = [
      { method: 'profile', traits: { email, name: { first: 'Grace' } } },
      { method: 'totp', totp_code: await generate({ secret, epoch }) },
      { totp_unlink: true },
      { lookup_secret_regenerate: true },
      { lookup_secret_confirm: true },
    ];
    for (const form of forms) expect((await browser.submit(flow, form)).status).toBe(200);

    await expect
      .poll(async () => {
        const { rows } = await server.db.query(
          `SELECT action, details FROM audit_log WHERE person_id = $1 AND resource = 'identities' ORDER BY id`,
          [id],
        );
        return rows;
      })
      .toEqual([
        { action: 'change_profile', details: { email_changed: false } },
        { action: 'add_factor', details: { method: 'totp' } },
        { action: 'remove_factor', details: { method: 'totp' } },
        { action: 'add_factor', details: { method: 'lookup_secret' } },
      ]);
    expect(JSON.stringify((await server.db.query('SELECT * FROM audit_log')).rows)).not.toContain(secret);
  });
});

describe('a browser without scripts', () => {
  it('is sent back to where the flow was begun from, or to the form', async () => {
    const { browser, email } = await signedIn();
    for (const [query, wanted] of [
      [`return_to=${encodeURIComponent('/health?x=1')}`, () => `${server.url}/health?x=1`],
      ['', (id: string) => `${server.url}/profile-settings?flow=${id}`],
    ] as const) {
      const flow = await browser.begin('settings', query);
      const fields = new URLSearchParams({
        csrf_token: fieldOf(flow, 'csrf_token'),
        method: 'profile',
        'traits.email': email,
        'traits.name.first': 'Ada',
      });

      const answer = await browser.send('POST', `/api/.ory/self-service/settings?flow=${flow.id}`, fields.toString(), {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      });

      expect([answer.status, answer.headers.get('location')]).toEqual([303, wanted(flow.id)]);
    }
  });
});

describe('fields of flows', () => {
  it('lie sealed in the database, because they show secrets', async () => {
    const { browser } = await signedIn();

    const flow = await browser.begin('settings');

    const secret = fieldOf(flow, 'totp_secret_key');
    const { rows } = await server.db.query('SELECT ui::text, internal FROM self_service_flows WHERE id = $1', [flow.id]);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await browser.get(`/api/.ory/self-service/settings/flows?id=${flow.id}`)).text).toContain(secret);
  });
});
