import { ACCOUNT_MOST_FAILURES, ADDRESS_MOST_FAILURES, BLOCK_MS, FAILURE_WINDOW_MS } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttemptLimits, type AttemptSubject, createAttemptLimits } from './attempt-limits.ts';

let db: Database;
let clock: FakeClock;
let limits: AttemptLimits;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('DELETE FROM sign_in_limits');
  clock = new FakeClock(new Date());
  limits = createAttemptLimits({ db, clock });
});
afterAll(() => db.close());

const ADA: AttemptSubject = { scope: 'password', account: 'ada@example.com', address: '192.0.2.1' };
const ELSEWHERE = { ...ADA, address: '198.51.100.9' };

async function fail(subject: AttemptSubject, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await limits.attempt(subject);
}

/** Makes one more attempt. @returns minutes to wait; undefined when it may go on */
async function wait(subject: AttemptSubject): Promise<number | undefined> {
  return (await limits.attempt(subject)).waitMinutes;
}

async function pass(subject: AttemptSubject): Promise<void> {
  const attempt = await limits.attempt(subject);
  if (attempt.waitMinutes !== undefined) throw new Error('the attempt may not be made');
  await attempt.passed();
}

describe('limits of attempts', () => {
  it('make an account wait after its last failure and let it go on when the block ends', async () => {
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);
    expect(await wait(ADA)).toBeUndefined();

    expect(await wait(ADA)).toBe(15);
    expect(await wait(ELSEWHERE)).toBe(15);

    await clock.advance(BLOCK_MS - 60_000);
    expect(await wait(ADA)).toBe(1);
    await clock.advance(60_000);
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);
    expect(await wait(ADA)).toBeUndefined();
    expect(await wait(ADA)).toBe(15);
  });

  it('do not let attempts during a block extend it', async () => {
    await fail(ADA, ACCOUNT_MOST_FAILURES);
    await clock.advance(BLOCK_MS / 2);
    await fail(ELSEWHERE, 5);

    await clock.advance(BLOCK_MS / 2);

    expect(await wait(ADA)).toBeUndefined();
  });

  it('forget failures once their window is over', async () => {
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);
    await clock.advance(FAILURE_WINDOW_MS);
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);

    expect(await wait(ADA)).toBeUndefined();
  });

  it('make an address wait that tries many accounts', async () => {
    for (let index = 0; index < ADDRESS_MOST_FAILURES; index++)
      await limits.attempt({ ...ADA, account: `user${index}@example.com` });

    expect(await wait({ ...ADA, account: 'somebody.else@example.com' })).toBe(15);
    expect(await wait({ ...ELSEWHERE, account: 'user1@example.com' })).toBeUndefined();
  });

  it('do not count for accounts what a blocked address tries', async () => {
    await fail({ scope: 'password', address: ADA.address }, ADDRESS_MOST_FAILURES);

    await fail(ADA, ACCOUNT_MOST_FAILURES);

    expect(await wait(ELSEWHERE)).toBeUndefined();
  });

  it('keep nobody out, where the person signed in before, by failures from elsewhere', async () => {
    await pass(ADA);

    await fail(ELSEWHERE, ACCOUNT_MOST_FAILURES);

    expect(await wait(ELSEWHERE)).toBe(15);
    expect(await wait(ADA)).toBeUndefined();
  });

  it('count failures at a known address as well, on their own', async () => {
    await pass(ADA);

    await fail(ADA, ACCOUNT_MOST_FAILURES);

    expect(await wait(ADA)).toBe(15);
    expect(await wait(ELSEWHERE)).toBeUndefined();
  });

  it('clear the count of the account when an attempt passes, and keep the one of the address', async () => {
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);
    await pass(ADA);
    await fail(ADA, ACCOUNT_MOST_FAILURES - 1);

    const { rows } = await db.query(`SELECT failures FROM sign_in_limits WHERE key = 'address:192.0.2.1'`);
    expect(rows).toEqual([{ failures: 2 * (ACCOUNT_MOST_FAILURES - 1) }]);
    expect(await wait(ADA)).toBeUndefined();
  });

  it('never block an address for sign-ins that go well, however many', async () => {
    for (let index = 0; index <= ADDRESS_MOST_FAILURES; index++) await pass({ ...ADA, account: `user${index}@example.com` });

    expect(await wait(ADA)).toBeUndefined();
  });

  it('let no more through than allowed when all come at once', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 4 * ACCOUNT_MOST_FAILURES }, (_, index) => limits.attempt({ ...ADA, address: `192.0.2.${index}` })),
    );

    expect(attempts.filter(({ waitMinutes }) => waitMinutes === undefined)).toHaveLength(ACCOUNT_MOST_FAILURES);
  });

  it('count each scope apart', async () => {
    await fail(ADA, ACCOUNT_MOST_FAILURES);

    expect(await wait({ ...ADA, scope: 'second_factor' })).toBeUndefined();
  });

  it('take a network of IPv6 for one address', async () => {
    for (let index = 0; index < ADDRESS_MOST_FAILURES; index++) {
      await limits.attempt({ scope: 'password', address: `2001:db8::${index.toString(16)}` });
    }

    expect(await wait({ scope: 'password', address: '2001:db8:0:0:ffff::1' })).toBe(15);
    expect(await wait({ scope: 'password', address: '2001:db8:0:1::1' })).toBeUndefined();
  });

  it('keep no account in readable form', async () => {
    await fail(ADA, 1);

    const { rows } = await db.query<{ key: string }>('SELECT key FROM sign_in_limits');

    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('ada');
  });
});
