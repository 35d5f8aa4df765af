import { CODE_MOST_ATTEMPTS, type Flow, MAIL_MOST_PER_WINDOW } from '@quarterdeck/contract/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { compareTimes } from '../testing/compare-times.ts';
import type { TestBrowser } from '../testing/identity-test-server.ts';
import { newEmail, useIdentityServer } from '../testing/use-identity-server.ts';

const MINUTE_MS = 60_000;

const server = useIdentityServer();
let browser: TestBrowser;
let email: string;
beforeEach(async () => {
  browser = server.openBrowser();
  email = newEmail('ada');
  await server.db.query('DELETE FROM sessions');
});

/** A flow that waits for the code, and the code. */
async function askForCode(): Promise<{ flow: Flow; code: string }> {
  const count = await mailCount(email);
  const { flow } = await browser.submit(await browser.begin('recovery'), { method: 'code', email });
  const mails = await server.mails(count + 1, email);
  return { flow, code: mails.at(-1)?.code ?? '' };
}

/** How much mail there is for these addresses. */
async function mailCount(...recipients: string[]): Promise<number> {
  const { rows } = await server.db.query('SELECT FROM courier_messages WHERE recipient = ANY($1)', [recipients]);
  return rows.length;
}

async function sessions(): Promise<unknown[]> {
  return (await server.db.query('SELECT id FROM sessions')).rows;
}

function messageIds(flow: Flow): number[] {
  return (flow.ui.messages ?? []).map(({ id }) => id);
}

function names(flow: Flow): string[] {
  return flow.ui.nodes.map(({ attributes }) => ('name' in attributes ? attributes.name : attributes.id));
}

function other(code: string, by = 1): string {
  return String((Number(code) + by) % 100_000_000).padStart(8, '0');
}

describe('recovery by code', () => {
  it('signs in and leads to the settings, where a new password ends every other session', async () => {
    await server.addPerson({ email, password: 'the forgotten one', role: 'editor' });
    const elsewhere = server.openBrowser();
    await elsewhere.signIn(email, 'the forgotten one');
    const { flow, code } = await askForCode();

    const answer = await browser.submit(flow, { method: 'code', code });
    const to = new URL(String(Object(answer.body).redirect_browser_to));
    const settings = await browser.get(`/api/.ory/self-service/settings/flows?id=${to.searchParams.get('flow')}`);
    const saved = await browser.submit(settings.flow, { method: 'password', password: 'quarter of the deck' });
    const again = await server.openBrowser().signIn(email, 'quarter of the deck');

    expect([names(flow), messageIds(flow), flow.state]).toEqual([
      ['csrf_token', 'code', 'method', 'method', 'email'],
      [1060003],
      'sent_email',
    ]);
    expect([answer.status, Object(answer.body).error.id]).toEqual([422, 'browser_location_change_required']);
    expect(to.pathname).toBe('/profile-settings');
    expect(messageIds(settings.flow)).toEqual([1060001]);
    expect([saved.status, again.status]).toEqual([200, 200]);
    expect((await browser.get('/api/.ory/sessions/whoami')).status).toBe(200);
    expect((await elsewhere.get('/api/.ory/sessions/whoami')).status).toBe(401);
  });

  it('says how the person came in, and that the address is verified', async () => {
    const id = await server.addPerson({ email });
    await server.db.query('UPDATE identity_addresses SET verified_at = NULL WHERE identity_id = $1', [id]);
    const { flow, code } = await askForCode();
    await browser.submit(flow, { method: 'code', code });

    const whoami = await browser.get('/api/.ory/sessions/whoami');

    expect(whoami.body).toMatchObject({
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'code_recovery' }],
      identity: { id, verifiable_addresses: [{ verified: true }] },
    });
  });

  it('answers a browser without scripts with redirects', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    const form = new URLSearchParams({ method: 'code', code, csrf_token: csrfOf(flow) });
    const answer = await browser.send('POST', `/api/.ory/self-service/recovery?flow=${flow.id}`, form.toString(), {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });

    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/profile-settings\?flow=/);
  });

  it('takes a code once', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await browser.submit(flow, { method: 'code', code });
    const again = await browser.submit(flow, { method: 'code', code });

    expect(again.status).toBe(200);
    expect(again.flow.id).not.toBe(flow.id);
    expect([again.flow.state, messageIds(again.flow)]).toEqual(['choose_method', [4060001]]);
    expect(await sessions()).toHaveLength(1);
  });

  it('takes a code once also when it comes twice at the same moment', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();

    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.submit(flow, { method: 'code', code })));

    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  it('shows the same flow after a wrong code, and a new one after a few', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    const answers = [];
    for (let by = 1; by <= CODE_MOST_ATTEMPTS; by++) {
      answers.push(await browser.submit(flow, { method: 'code', code: other(code, by) }));
    }
    const late = await browser.submit(flow, { method: 'code', code });

    expect(answers.slice(0, -1).map(({ status, flow: { id, ui } }) => [status, id, ui.messages?.map((text) => text.id)])).toEqual(
      Array.from({ length: CODE_MOST_ATTEMPTS - 1 }, () => [200, flow.id, [4060006]]),
    );
    const last = answers.at(-1)?.flow;
    expect(last?.id).not.toBe(flow.id);
    expect([last?.state, last?.ui.messages?.map(({ id }) => id)]).toEqual(['choose_method', [4060002]]);
    expect([late.status, messageIds(late.flow)]).toEqual([200, [4060002]]);
    expect(await sessions()).toEqual([]);
  });

  it('lets no more than these few be tried when they come at the same moment', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    const guesses = Array.from({ length: 12 }, (_, by) => browser.submit(flow, { method: 'code', code: other(code, by + 1) }));

    const answers = await Promise.all(guesses);

    expect(answers.filter(({ flow: { id } }) => id === flow.id)).toHaveLength(CODE_MOST_ATTEMPTS - 1);
    expect((await browser.submit(flow, { method: 'code', code })).status).toBe(200);
    expect(await sessions()).toEqual([]);
  });

  it('takes no code that is too old', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await server.db.query(`UPDATE self_service_flows SET expires_at = expires_at + interval '2 hours' WHERE id = $1`, [flow.id]);
    await server.clock.advance(61 * MINUTE_MS);

    const answer = await browser.submit(flow, { method: 'code', code });

    expect([answer.status, messageIds(answer.flow)]).toEqual([200, [4060006]]);
  });

  it('goes on with a new flow when the old one expired', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await server.clock.advance(61 * MINUTE_MS);

    const answer = await browser.submit(flow, { method: 'code', code });
    const next = await browser.get(`/api/.ory/self-service/recovery/flows?id=${Object(answer.body).use_flow_id}`);

    expect([answer.status, Object(answer.body).error.id]).toEqual([410, 'self_service_flow_expired']);
    expect(next.flow.state).toBe('choose_method');
  });

  it('sends another code when asked, and the first one is worthless then', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await browser.submit(flow, { method: 'code', email });
    const [, second] = await server.mails(2, email);

    const first = await browser.submit(flow, { method: 'code', code });
    const answer = await browser.submit(flow, { method: 'code', code: second?.code });

    expect(messageIds(first.flow)).toEqual([4060006]);
    expect(answer.status).toBe(422);
  });

  it('takes the code with the blanks that mail programs put in', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();

    expect((await browser.submit(flow, { method: 'code', code: ` ${code.slice(0, 4)} ${code.slice(4)}\n` })).status).toBe(422);
  });

  it('is worth nothing in another flow', async () => {
    await server.addPerson({ email });
    const { code } = await askForCode();
    const { flow } = await askForCode();

    expect(messageIds((await browser.submit(flow, { method: 'code', code })).flow)).toEqual([4060006]);
  });

  it('does not get around the second factor', async () => {
    const id = await server.addPerson({ email });
    await server.db.query(`INSERT INTO identity_credentials (identity_id, type, config) VALUES ($1, 'totp', $2)`, [
      id,
      JSON.stringify({ secret: 'JBSWY3DPEHPK3PXP', last_step: 0 }),
    ]);
    const { flow, code } = await askForCode();
    const answer = await browser.submit(flow, { method: 'code', code });
    const to = new URL(String(Object(answer.body).redirect_browser_to));

    const settings = await browser.get(`/api/.ory/self-service/settings/flows?id=${to.searchParams.get('flow')}`);
    const rows = await browser.get('/api/db/canaries');

    expect(answer.status).toBe(422);
    expect([settings.status, Object(settings.body).error.id]).toEqual([403, 'session_aal2_required']);
    expect(rows.status).toBe(403);
  });

  it('goes to nobody whose account is inactive, and lets nobody in who became inactive meanwhile', async () => {
    const id = await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE id = $1`, [id]);

    const answer = await browser.submit(flow, { method: 'code', code });
    await browser.submit(await browser.begin('recovery'), { method: 'code', email });
    await browser.get('/api/.ory/sessions/whoami');

    expect([answer.status, messageIds(answer.flow)]).toEqual([200, [4060006]]);
    expect(await mailCount(email)).toBe(1);
  });

  it('does not help who reads the mail of an address that the account no longer has', async () => {
    const id = await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await server.db.query('UPDATE identities SET traits = $2 WHERE id = $1', [id, JSON.stringify({ email: newEmail('new') })]);

    expect((await browser.submit(flow, { method: 'code', code })).status).toBe(200);
    expect(await sessions()).toEqual([]);
  });

  it('wants an address in the form, and a way that there is', async () => {
    const flow = await browser.begin('recovery');
    const empty = await browser.submit(flow, { method: 'code', email: '' });
    const wrong = await browser.submit(flow, { method: 'code', email: 'ada@example.com, eve@example.com' });
    const pigeon = await browser.submit(flow, { method: 'pigeon', email });

    const texts = (shown: Flow) => shown.ui.nodes.flatMap(({ messages }) => messages.map(({ id }) => id));
    expect([empty.status, texts(empty.flow)]).toEqual([400, [4000002]]);
    expect([wrong.status, texts(wrong.flow)]).toEqual([400, [4000004]]);
    expect([pigeon.status, messageIds(pigeon.flow)]).toEqual([400, [4010005]]);
  });

  it('belongs to the browser that began it', async () => {
    await server.addPerson({ email });
    const { flow, code } = await askForCode();
    const stranger = server.openBrowser();
    await stranger.begin('recovery');

    const answer = await stranger.submit(flow, { method: 'code', code });

    expect([answer.status, Object(answer.body).error.id]).toEqual([403, 'security_csrf_violation']);
  });
});

describe('recovery by link', () => {
  async function askForLink() {
    const { flow } = await browser.submit(await browser.begin('recovery'), { method: 'link', email });
    const [mail] = await server.mails(1, email);
    if (mail === undefined) throw new Error('no mail');
    return { flow, mail };
  }

  it('lets whoever opens it in, in any browser, once', async () => {
    await server.addPerson({ email });
    const { flow, mail } = await askForLink();
    const phone = server.openBrowser();
    const path = `/api/.ory/self-service/recovery?flow=${mail.flowId}`;

    const opened = await phone.get(`/api/.ory/self-service/recovery/flows?id=${mail.flowId}`);
    const answer = await phone.send('POST', path, { method: 'link', token: mail.token });
    const whoami = await phone.get('/api/.ory/sessions/whoami');
    const again = await server.openBrowser().send('POST', path, { method: 'link', token: mail.token });

    expect(messageIds(flow)).toEqual([1060002]);
    expect(mail.link).toMatch(/^\/recovery\?flow=[0-9a-f-]+&token=[\w-]{43}$/);
    expect(opened.status).toBe(200);
    expect(answer.status).toBe(422);
    expect(whoami.body).toMatchObject({ authentication_methods: [{ method: 'link_recovery' }] });
    expect([again.status, messageIds(again.flow)]).toEqual([200, [4060001]]);
  });

  it('gives the settings that follow to that browser alone', async () => {
    await server.addPerson({ email });
    const { mail } = await askForLink();
    const phone = server.openBrowser();
    const answer = await phone.send('POST', `/api/.ory/self-service/recovery?flow=${mail.flowId}`, {
      method: 'link',
      token: mail.token,
    });
    const id = new URL(String(Object(answer.body).redirect_browser_to)).searchParams.get('flow');
    const stranger = server.openBrowser();
    stranger.cookies.set('ory_kratos_session', phone.cookies.get('ory_kratos_session') ?? '');

    expect((await stranger.get(`/api/.ory/self-service/settings/flows?id=${id}`)).status).toBe(403);
    expect((await phone.get(`/api/.ory/self-service/settings/flows?id=${id}`)).status).toBe(200);
  });

  it('does not take a token that is wrong, of another flow, or too old', async () => {
    await server.addPerson({ email });
    const { flow, mail } = await askForLink();
    const post = (id: string, token: string) =>
      server.openBrowser().send('POST', `/api/.ory/self-service/recovery?flow=${id}`, { method: 'link', token });

    const wrong = await post(
      mail.flowId,
      mail.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    );
    const elsewhere = await browser.submit(flow, { method: 'link', token: mail.token });
    await server.clock.advance(61 * MINUTE_MS);
    const late = await post(mail.flowId, mail.token);

    expect([wrong.status, messageIds(wrong.flow)]).toEqual([200, [4060004]]);
    expect([elsewhere.status, messageIds(elsewhere.flow)]).toEqual([200, [4060004]]);
    expect(late.status).toBe(410);
    expect(await sessions()).toEqual([]);
  });
});

describe('who asks for recovery', () => {
  it('is told the same of every address, known or not, in both steps', async () => {
    await server.addPerson({ email });
    const unknown = newEmail('nobody');
    const shapes: unknown[] = [];
    for (const address of [email, unknown]) {
      const first = await browser.submit(await browser.begin('recovery'), { method: 'code', email: address });
      const second = await browser.submit(first.flow, { method: 'code', code: '00000000' });
      shapes.push(
        [first, second].map(({ status, flow, headers }) => [status, shapeOf(flow, address), headers.has('set-cookie')]),
      );
    }
    await server.mails(1, email);

    expect(shapes[1]).toEqual(shapes[0]);
    expect(await mailCount(email, unknown)).toBe(1);
  });

  it('learns nothing from how long the answer takes', async () => {
    async function measure(address: string): Promise<number> {
      const flow = await browser.begin('recovery');
      const from = performance.now();
      await browser.submit(flow, { method: 'code', email: address });
      const tookMs = performance.now() - from;
      await server.db.query('SELECT 1');
      await server.db.query('DELETE FROM sign_in_limits');
      return tookMs;
    }

    const ratio = await compareTimes(
      async () => {
        const known = newEmail();
        await server.addPerson({ email: known });
        return measure(known);
      },
      () => measure(newEmail('nobody')),
      1.5,
    );

    expect(ratio).toBeGreaterThan(1 / 1.5);
    expect(ratio).toBeLessThan(1.5);
  });

  it('gets only so much mail for one address in a while, known or not', async () => {
    await server.addPerson({ email });
    const statuses: number[][] = [];
    for (const address of [email, newEmail('nobody')]) {
      const ofAddress: number[] = [];
      for (let count = 0; count <= MAIL_MOST_PER_WINDOW; count++) {
        const answer = await browser.submit(await browser.begin('recovery'), { method: 'code', email: address });
        ofAddress.push(answer.status);
      }
      statuses.push(ofAddress);
    }
    await server.clock.advance(16 * MINUTE_MS);
    const later = await browser.submit(await browser.begin('recovery'), { method: 'code', email });

    expect(statuses[0]).toEqual([...Array.from({ length: MAIL_MOST_PER_WINDOW }, () => 200), 400]);
    expect(statuses[1]).toEqual(statuses[0]);
    expect(later.status).toBe(200);
  });

  it('leaves a line in the audit log when the account is recovered', async () => {
    const id = await server.addPerson({ email });
    const { flow, code } = await askForCode();
    await browser.submit(flow, { method: 'code', code });

    await expect
      .poll(async () => {
        const text = `SELECT person_id, resource, outcome FROM audit_log WHERE action = 'recover' AND actor = $1`;
        return (await server.db.query(text, [email])).rows;
      })
      .toEqual([{ person_id: id, resource: 'auth', outcome: 'done' }]);
  });

  it('finds no code and no link in the database as they are', async () => {
    await server.addPerson({ email });
    const { code } = await askForCode();
    const tables = ['identity_codes', 'courier_messages', 'self_service_flows', 'audit_log', 'event_log'];

    const dump = await Promise.all(
      tables.map(async (table) => JSON.stringify((await server.db.query(`SELECT * FROM ${table}`)).rows)),
    );

    expect(dump.join('\n')).not.toContain(code);
  });
});

/** A flow without what differs in any two. */
function shapeOf(flow: Flow, email: string): unknown {
  return JSON.parse(
    JSON.stringify({ ...flow, issued_at: '', expires_at: '' })
      .replaceAll(flow.id, 'id')
      .replaceAll(csrfOf(flow), 'csrf')
      .replaceAll(email, 'email'),
  );
}

function csrfOf(flow: Flow): string {
  const node = flow.ui.nodes.find(({ attributes }) => 'name' in attributes && attributes.name === 'csrf_token');
  return node !== undefined && 'value' in node.attributes ? String(node.attributes.value) : '';
}
