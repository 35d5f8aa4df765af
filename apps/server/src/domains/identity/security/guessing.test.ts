import { ACCOUNT_MOST_FAILURES, ADDRESS_MOST_FAILURES, BLOCK_MS } from '@quarterdeck/contract/identity';
import { describe, expect, it } from 'vitest';
import { compareTimes } from '../testing/compare-times.ts';
import type { IdentityTestServer, TestAnswer } from '../testing/identity-test-server.ts';
import { newEmail, useIdentityServer } from '../testing/use-identity-server.ts';

const PASSWORD = 'tulip-kayak-ember';
const TOO_MANY = 4000001;
const WRONG = 4000006;
const HOME = '192.0.2.1';
const ATTACKER = '198.51.100.66';
/** Stands behind a proxy, so that requests can come from anywhere. */
const server = useIdentityServer(() => ['--trusted-proxies', '127.0.0.1']);

async function newPerson(): Promise<string> {
  const email = newEmail();
  await server.addPerson({ email, password: PASSWORD });
  return email;
}

/** Tries to sign in from an address. */
async function attempt(
  identifier: string,
  password: string,
  from: string,
  at: Pick<IdentityTestServer, 'openBrowser'> = server,
): Promise<TestAnswer> {
  const browser = at.openBrowser();
  const flow = await browser.begin('login');
  const fields = { method: 'password', identifier, password };
  return browser.submit(flow, fields, { 'x-forwarded-for': from });
}

function textIds({ status, flow }: TestAnswer): (number | undefined)[] {
  return status === 200 ? [] : (flow.ui.messages ?? []).map(({ id }) => id);
}

async function guess(identifier: string, times: number, from = ATTACKER): Promise<void> {
  for (let time = 0; time < times; time++) await attempt(identifier, `guess ${time}`, from);
}

describe('guessing the password of one account', () => {
  it('ends after a few attempts; then even the right one has to wait, and not forever', async () => {
    const email = await newPerson();
    await guess(email, ACCOUNT_MOST_FAILURES);

    const waiting = await attempt(email, PASSWORD, ATTACKER);
    await server.clock.advance(BLOCK_MS);
    const later = await attempt(email, PASSWORD, ATTACKER);

    expect(waiting.status).toBe(400);
    expect(waiting.flow.ui.messages).toEqual([
      {
        id: TOO_MANY,
        type: 'error',
        text: 'Too many attempts. Please try again in 15 minutes.',
        context: { retry_after_minutes: 15 },
      },
    ]);
    expect(later.status).toBe(200);
  });

  it('from many addresses ends as soon', async () => {
    const email = await newPerson();
    for (let index = 0; index < ACCOUNT_MOST_FAILURES; index++) await attempt(email, 'guess', `203.0.113.${index}`);

    expect(textIds(await attempt(email, PASSWORD, '203.0.113.200'))).toEqual([TOO_MANY]);
  });

  it('all at once gets no further', async () => {
    const email = await newPerson();
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answers = await Promise.all(
      Array.from({ length: 3 * ACCOUNT_MOST_FAILURES }, (_, index) =>
        browser.submit(
          flow,
          { method: 'password', identifier: email, password: `guess ${index}` },
          { 'x-forwarded-for': ATTACKER },
        ),
      ),
    );

    const judged = answers.filter((answer) => textIds(answer).includes(WRONG));
    expect(judged).toHaveLength(ACCOUNT_MOST_FAILURES);
  });

  it('keeps its person neither out of open sessions nor out of the address that is known for the account', async () => {
    const email = await newPerson();
    const browser = server.openBrowser();
    await browser.submit(
      await browser.begin('login'),
      { method: 'password', identifier: email, password: PASSWORD },
      { 'x-forwarded-for': HOME },
    );
    await guess(email, ACCOUNT_MOST_FAILURES + 1);

    expect((await browser.get('/api/.ory/sessions/whoami')).status).toBe(200);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(200);
    expect(textIds(await attempt(email, PASSWORD, ATTACKER))).toEqual([TOO_MANY]);
  });

  it('counts the same however the address is written', async () => {
    const email = await newPerson();
    for (const variant of [email.toUpperCase(), ` ${email}`, `${email} `]) await guess(variant, 4);

    expect(textIds(await attempt(email, PASSWORD, HOME))).toEqual([TOO_MANY]);
  });

  it('is not hidden by an address that nobody vouches for', async () => {
    const alone = await server.startBeside();
    const email = await newPerson();
    for (let index = 0; index < ACCOUNT_MOST_FAILURES; index++) await attempt(email, 'guess', `203.0.113.${index}`, alone);

    const { rows } = await server.db.query(`SELECT key FROM sign_in_limits WHERE key LIKE 'address:%'`);
    expect(rows).toEqual([{ key: 'address:127.0.0.1' }]);
  });
});

describe('guessing over many accounts from one address', () => {
  it('ends too, for this address alone', async () => {
    const email = await newPerson();
    for (let index = 0; index < ADDRESS_MOST_FAILURES; index++)
      await attempt(`user${index}@example.com`, 'Summer2026!', ATTACKER);

    expect(textIds(await attempt(email, PASSWORD, ATTACKER))).toEqual([TOO_MANY]);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(200);
  });
});

describe('finding out who has an account', () => {
  it('is not possible by texts: wrong password, no password, no account, switched off, blocked', async () => {
    const known = await newPerson();
    const withoutPassword = 'no.password@example.com';
    await server.addPerson({ email: withoutPassword });
    const off = await newPerson();
    await server.db.query(`UPDATE identities SET state = 'inactive' WHERE traits ->> 'email' = $1`, [off]);

    const answers = await Promise.all(
      [known, withoutPassword, off, 'nobody@example.com', 'not an address', 'nul\u0000@example.com'].map((email) =>
        attempt(email, 'wrong', HOME),
      ),
    );
    const switchedOff = await attempt(off, PASSWORD, HOME);
    await guess('nobody@example.com', ACCOUNT_MOST_FAILURES);
    const blocked = await attempt('nobody@example.com', 'wrong', ATTACKER);

    for (const answer of [...answers, switchedOff]) expect([answer.status, textIds(answer)]).toEqual([400, [WRONG]]);
    expect(textIds(blocked)).toEqual([TOO_MANY]);
  });

  it('is not possible by time', async () => {
    const known = await newPerson();
    async function measure(identifier: string): Promise<number> {
      await server.db.query('DELETE FROM sign_in_limits');
      const browser = server.openBrowser();
      const flow = await browser.begin('login');
      const started = performance.now();
      await browser.submit(flow, { method: 'password', identifier, password: 'wrong' });
      return performance.now() - started;
    }
    await measure('nobody@example.com');
    let strangers = 0;

    const ratio = await compareTimes(
      () => measure(known),
      () => measure(`nobody${++strangers}@example.com`),
      1.67,
    );

    expect(ratio).toBeGreaterThan(1 / 1.67);
    expect(ratio).toBeLessThan(1.67);
  });
});

describe('a flood of passwords', () => {
  it('is answered with 429 once too many wait, and never breaks', async () => {
    const browser = server.openBrowser();
    const flow = await browser.begin('login');

    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, index) =>
        browser.submit(
          flow,
          { method: 'password', identifier: `flood${index}@example.com`, password: 'guess' },
          { 'x-forwarded-for': `2001:db8:${index.toString(16)}::1` },
        ),
      ),
    );

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([400, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(refused?.body).toMatchObject({ error: { code: 429, reason: expect.stringContaining('try again in a few seconds') } });
  });
});
