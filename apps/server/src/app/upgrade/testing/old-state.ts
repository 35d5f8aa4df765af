import { type Database, migrate } from '@quarterdeck/database';
import { expect } from 'vitest';
import { isStillHeld, readEventsAfter } from '../../event-log-store.ts';
import { type LiveCursor, parseCursor } from '../../live-cursor.ts';
import { rowsOf } from './state-rows.ts';

/** States of the schema that were released, oldest first: data that was written with them must open. */
export const RELEASED_STATES = ['0004', '0012'] as const;

export interface OldState {
  /** Cursors of two clients that were connected: after the first and after the second of the three events that close the log. */
  readonly cursors: readonly [LiveCursor, LiveCursor];
}

const CLOSING = ['first', 'second', 'third'];

/** Makes a new database what a version with the migrations up to `state` could have left. */
export async function writeOldState(db: Database, state: string): Promise<OldState> {
  await migrate(db, { upTo: state });
  for (const { rows } of rowsOf(state)) await db.query(rows);
  for (const subject of CLOSING) await db.query('SELECT log_event($1, $2, $3)', ['closing', subject, JSON.stringify({ state })]);
  const { rows } = await db.query<{ cursor: string }>(
    `SELECT tx::text || '.' || seq AS cursor FROM event_log WHERE topic = 'closing' ORDER BY tx, seq`,
  );
  const [first, second] = rows.map(({ cursor }) => parseCursor(cursor));
  if (first === undefined || second === undefined) throw new Error('the event log has no cursor');
  return { cursors: [first, second] };
}

/** That all rows are there and right, and that clients which were connected go on where they were. */
export async function checkUpgraded(db: Database, state: string, { cursors: [first, second] }: OldState): Promise<void> {
  const subjects = async (after: LiveCursor) =>
    (await readEventsAfter(db, after, 100)).filter(({ topic }) => topic === 'closing').map(({ subject }) => subject);
  await db.query('SELECT log_event($1, $2, $3)', ['closing', 'newest', '{}']);
  // Another session may still hold the horizon for a moment.
  await expect.poll(() => subjects(first), { timeout: 10_000 }).toEqual(['second', 'third', 'newest']);
  expect(await subjects(second)).toEqual(['third', 'newest']);
  expect(await isStillHeld(db, first)).toBe(true);
  const { rows } = await db.query<{ rising: boolean }>(
    `SELECT bool_and(seq > before) AS rising FROM (SELECT seq, lag(seq, 1, 0::bigint) OVER (ORDER BY tx, seq) AS before FROM event_log WHERE topic = 'closing') AS s`,
  );
  expect(rows).toEqual([{ rising: true }]);
  for (const part of rowsOf(state)) await part.check(db);
}
