import { ACCOUNT_MOST_FAILURES, BLOCK_MS } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertAccount } from '../accounts/account-store.ts';
import { createAttemptLimits } from '../limits/attempt-limits.ts';
import { defineIdentityRetention, deleteOldFlows, deleteOldLimits, deleteOldMail, deleteOldSessions } from './retention.ts';

const DAY_MS = 86_400_000;
let clock: FakeClock;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(() => {
  clock = new FakeClock('2026-06-01T00:00:00Z');
});
afterEach(async () => {
  await db.query('DELETE FROM identities');
  await db.query('TRUNCATE self_service_flows, flow_errors, sign_in_limits, courier_messages CASCADE');
});
afterAll(() => db.close());

const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

async function remaining(table: string, column: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`SELECT ${column} AS name FROM ${table} ORDER BY 1`);
  return rows.map(({ name }) => name);
}

it('flows go a day after they expired, with their codes', async () => {
  const { id } = await insertAccount(db, { traits: { email: 'ada@example.com' } });
  for (const [name, days] of [
    ['old', 1.1],
    ['young', 0.9],
    ['open', -0.1],
  ] as const) {
    const { rows } = await db.query<{ id: string }>(
      `INSERT INTO self_service_flows (kind, state, request_url, ui, issued_at, expires_at)
       VALUES ('recovery', 'sent_email', $1, '""', $2, $2) RETURNING id`,
      [name, before(days)],
    );
    await db.query(
      `INSERT INTO identity_codes (flow_id, identity_id, kind, address, code_hash, expires_at) VALUES ($1, $2, 'code', $3, 'x', $4)`,
      [rows[0]?.id, id, name, before(days)],
    );
  }

  expect(await deleteOldFlows(db, clock.now())).toBe(1);

  expect(await remaining('self_service_flows', 'request_url')).toEqual(['open', 'young']);
  expect(await remaining('identity_codes', 'address')).toEqual(['open', 'young']);
});

it('what went wrong in flows goes after a day', async () => {
  for (const days of [1.1, 0.9]) {
    await db.query('INSERT INTO flow_errors (error, created_at) VALUES ($1, $2)', [JSON.stringify({ days }), before(days)]);
  }

  expect(await deleteOldFlows(db, clock.now())).toBe(1);

  expect(await remaining('flow_errors', `error ->> 'days'`)).toEqual(['0.9']);
});

it('sessions go a week after they expired or were ended', async () => {
  const { id } = await insertAccount(db, { traits: { email: 'ada@example.com' } });
  for (const [name, expired, revoked] of [
    ['expired long ago', 7.1, null],
    ['ended long ago', -300, 7.1],
    ['expired lately', 6.9, null],
    ['ended lately', 6.9, 6.9],
    ['open', -1, null],
  ] as const) {
    await db.query('INSERT INTO sessions (identity_id, token_hash, expires_at, revoked_at) VALUES ($1, $2, $3, $4)', [
      id,
      name,
      before(expired),
      revoked === null ? null : before(revoked),
    ]);
  }

  expect(await deleteOldSessions(db, clock.now())).toBe(2);

  expect(await remaining('sessions', 'token_hash')).toEqual(['ended lately', 'expired lately', 'open']);
});

it('counts of attempts go when they limit nothing any more', async () => {
  const limits = createAttemptLimits({ db, clock });
  const attempt = (account: string, address: string) => limits.attempt({ scope: 'password', account, address });
  const known = await attempt('known@example.com', '192.0.2.1');
  if (known.waitMinutes === undefined) await known.passed();
  await attempt('once@example.com', '192.0.2.2');
  await clock.advance(BLOCK_MS - 1);
  for (let time = 0; time < ACCOUNT_MOST_FAILURES; time++) await attempt('blocked@example.com', '192.0.2.3');
  await clock.advance(1);

  expect(await deleteOldLimits(db, clock.now())).toBe(3);
  expect(await remaining('sign_in_limits', 'failures::text')).toEqual(['0', '10', '10']);

  await clock.advance(30 * DAY_MS);
  expect(await deleteOldLimits(db, clock.now())).toBe(3);
});

it('mail goes after a week', async () => {
  for (const days of [7.1, 6.9]) {
    await db.query(
      `INSERT INTO courier_messages (template, recipient, subject, body, created_at) VALUES ('recovery', 'ada@example.com', $1, '', $2)`,
      [String(days), before(days)],
    );
  }

  expect(await deleteOldMail(db, clock.now())).toBe(1);

  expect(await remaining('courier_messages', 'subject')).toEqual(['6.9']);
});

it('every rule is a job', () => {
  expect(defineIdentityRetention({ db }).map(({ name }) => name)).toEqual([
    'CleanupFlows',
    'CleanupSignInLimits',
    'CleanupSessions',
    'CleanupMail',
  ]);
});
