import { createHash } from 'node:crypto';
import {
  ACCOUNT_MOST_FAILURES,
  ADDRESS_MOST_FAILURES,
  BLOCK_MS,
  FAILURE_WINDOW_MS,
  MAIL_MOST_PER_WINDOW,
} from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import type { Clock } from '../../../platform/clock.ts';
import { normalAddress } from '../accounts/account-store.ts';
import { networkOf } from './network-address.ts';

/** What is counted apart: passwords, second factors, codes that were entered, mail that was asked for. */
export type AttemptScope = 'password' | 'second_factor' | 'code' | 'mail';

export interface AttemptSubject {
  readonly scope: AttemptScope;
  /** Whose account: what was entered, or the id of the account; it need not exist. Left out when nobody in particular is meant. */
  readonly account?: string;
  /** Address that the request comes from. */
  readonly address: string;
}

/** An attempt that counts as failed until it passes. */
export type Attempt =
  /** It must not go on. */
  | { readonly waitMinutes: number }
  | {
      readonly waitMinutes: undefined;
      /** It was right: the account's count is cleared and the address gets this attempt back. */
      passed(): Promise<void>;
    };

/**
 * Counts failed attempts by account and by address and makes both wait: limits of the contract (`identity/limits.ts`).
 *
 * Nobody can be locked out for long or from afar:
 * - A block ends after `BLOCK_MS`; attempts during it neither count nor extend it, and its end starts a new count.
 * - Where somebody signed in before (account and address together, for 30 days) the account has a count of its own. Failures
 *   elsewhere do not block it there.
 * - Only new attempts of one scope wait: sessions go on, and recovery by mail, passkeys and other providers stay open.
 * - An address that is blocked counts for no account any more. IPv6 counts by /64 network.
 *
 * Accounts are counted by the hash of what was entered, so unknown accounts wait like known ones.
 */
export interface AttemptLimits {
  /**
   * Counts an attempt before it is judged, so that many at once cannot slip through, and says whether it may go on:
   * `const attempt = await limits.attempt(…); if (attempt.waitMinutes !== undefined) refuse; …; await attempt.passed()`.
   * What never passes is limited as such: mail, registrations.
   */
  attempt(subject: AttemptSubject): Promise<Attempt>;
}

const KNOWN_MS = 30 * 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;

/** An attempt on a row that is there already: a window or a block that ended starts anew; what is blocked is not touched and does not come back. */
function countAgain(most: '$8' | '$9'): string {
  const isOver = 'l.blocked_until IS NOT NULL OR l.first_at <= $6::timestamptz';
  return `ON CONFLICT (scope, key) DO UPDATE SET
    failures = CASE WHEN ${isOver} THEN 1 ELSE l.failures + 1 END,
    first_at = CASE WHEN ${isOver} THEN $5::timestamptz ELSE l.first_at END,
    blocked_until = CASE WHEN ${isOver} OR l.failures + 1 < ${most}::int THEN NULL ELSE $7::timestamptz END
  WHERE l.blocked_until IS NULL OR l.blocked_until <= $5::timestamptz`;
}

/** Counts the address ($2) and, when that was not blocked, the account: at a known address the pair ($4), else the account itself ($3). */
const COUNT = `
WITH address AS (
  INSERT INTO sign_in_limits AS l (scope, key, failures, first_at) VALUES ($1, $2, 1, $5::timestamptz)
  ${countAgain('$9')} RETURNING key
), account AS (
  INSERT INTO sign_in_limits AS l (scope, key, failures, first_at)
  SELECT $1, CASE WHEN EXISTS (SELECT FROM sign_in_limits k WHERE k.scope = $1 AND k.key = $4 AND k.known_until > $5::timestamptz)
    THEN $4 ELSE $3 END, 1, $5::timestamptz
  FROM address WHERE $3::text IS NOT NULL
  ${countAgain('$8')} RETURNING key
)
SELECT key FROM address UNION ALL SELECT key FROM account`;

const BLOCKED = `
SELECT max(blocked_until) AS until FROM sign_in_limits
WHERE scope = $1 AND blocked_until > $5 AND (key = $2
  OR key = CASE WHEN EXISTS (SELECT FROM sign_in_limits k WHERE k.scope = $1 AND k.key = $4 AND k.known_until > $5) THEN $4 ELSE $3 END)`;

/** Clears what the account was counted on, and remembers the address for it. */
const PASS = `
WITH cleared AS (
  DELETE FROM sign_in_limits WHERE scope = $1 AND key = $2
    AND NOT EXISTS (SELECT FROM sign_in_limits k WHERE k.scope = $1 AND k.key = $3 AND k.known_until > $4)
)
INSERT INTO sign_in_limits (scope, key, failures, first_at, known_until) VALUES ($1, $3, 0, $4, $5)
ON CONFLICT (scope, key) DO UPDATE SET failures = 0, first_at = excluded.first_at, blocked_until = NULL, known_until = excluded.known_until`;

const GIVE_BACK = `
UPDATE sign_in_limits SET failures = greatest(failures - 1, 0),
  blocked_until = CASE WHEN failures - 1 >= $3::int THEN blocked_until END
WHERE scope = $1 AND key = $2`;

export function createAttemptLimits({ db, clock }: { db: Database; clock: Clock }): AttemptLimits {
  async function count(subject: AttemptSubject): Promise<boolean> {
    const { scope } = subject;
    const { address, account, pair } = keysOf(subject);
    const now = clock.now();
    const since = new Date(now.getTime() - FAILURE_WINDOW_MS);
    const until = new Date(now.getTime() + BLOCK_MS);
    const { rowCount } = await db.query(
      COUNT,
      [scope, address, account, pair, now, since, until, accountMost(scope), ADDRESS_MOST_FAILURES],
      { name: 'count_attempt' },
    );
    return rowCount === (account === null ? 1 : 2);
  }

  async function waitMinutes(subject: AttemptSubject): Promise<number> {
    const { address, account, pair } = keysOf(subject);
    const now = clock.now();
    const { rows } = await db.query<{ until: Date | null }>(BLOCKED, [subject.scope, address, account, pair, now]);
    const until = rows[0]?.until?.getTime() ?? 0;
    return Math.max(1, Math.ceil((until - now.getTime()) / MINUTE_MS));
  }

  async function passed(subject: AttemptSubject): Promise<void> {
    const { address, account, pair } = keysOf(subject);
    const now = clock.now();
    if (account !== null) await db.query(PASS, [subject.scope, account, pair, now, new Date(now.getTime() + KNOWN_MS)]);
    await db.query(GIVE_BACK, [subject.scope, address, ADDRESS_MOST_FAILURES]);
  }

  return {
    async attempt(subject) {
      if (!(await count(subject))) return { waitMinutes: await waitMinutes(subject) };
      return { waitMinutes: undefined, passed: () => passed(subject) };
    },
  };
}

function accountMost(scope: AttemptScope): number {
  return scope === 'mail' ? MAIL_MOST_PER_WINDOW : ACCOUNT_MOST_FAILURES;
}

/** The rows that count: letters tell apart what is hashed. */
function keysOf({ account, address }: AttemptSubject): { address: string; account: string | null; pair: string | null } {
  const network = networkOf(address);
  if (account === undefined) return { address: `address:${network}`, account: null, pair: null };
  const who = normalAddress(account);
  return { address: `address:${network}`, account: `account:${hash(who)}`, pair: `pair:${hash(`${network} ${who}`)}` };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
