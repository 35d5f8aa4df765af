import type { Queryable } from '@quarterdeck/database';
import type { LiveCursor } from './live-cursor.ts';

export interface LiveEvent {
  readonly cursor: LiveCursor;
  readonly topic: string;
  readonly subject: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly payload: Record<string, unknown>;
}

interface EventRow {
  tx: string;
  seq: number | bigint;
  topic: string;
  subject: string;
  at: Date;
  payload: Record<string, unknown>;
}

/** Events below this line are final: no transaction that could still add one before it is running. */
const HORIZON = 'pg_snapshot_xmin(pg_current_snapshot())';

/** Where the log ends now, as far as it is final. */
export async function readLogEnd(db: Queryable): Promise<LiveCursor> {
  const { rows } = await db.query<{ tx: string; seq: number | bigint }>(
    `SELECT l.tx::text, l.seq FROM event_log l WHERE l.tx < ${HORIZON} ORDER BY l.tx DESC, l.seq DESC LIMIT 1`,
  );
  return rows[0] === undefined ? { tx: 0n, seq: 0n } : { tx: BigInt(rows[0].tx), seq: BigInt(rows[0].seq) };
}

/** `l.tx` and not `tx`: by its bare name the column of the answer would be sorted, which is text and knows no index. */
export const EVENTS_AFTER = `SELECT l.tx::text, l.seq, l.topic, l.subject, l.at, l.payload FROM event_log l
  WHERE (l.tx, l.seq) > ($1::xid8, $2::bigint) AND l.tx < ${HORIZON} ORDER BY l.tx, l.seq LIMIT $3`;

/** Final events after the cursor, oldest first. */
export async function readEventsAfter(db: Queryable, cursor: LiveCursor, limit: number): Promise<LiveEvent[]> {
  const { rows } = await db.query<EventRow>(EVENTS_AFTER, [String(cursor.tx), String(cursor.seq), limit], {
    name: 'event_log_after',
  });
  return rows.map((row) => ({
    cursor: { tx: BigInt(row.tx), seq: BigInt(row.seq) },
    topic: row.topic,
    subject: row.subject,
    at: row.at.toISOString(),
    payload: row.payload,
  }));
}

/** Whether the log still holds everything after the cursor: retention remembers the newest event that it took out. */
export async function isStillHeld(db: Queryable, cursor: LiveCursor): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM event_log_dropped WHERE (tx, seq) > ($1::xid8, $2::bigint)) AS held',
    [String(cursor.tx), String(cursor.seq)],
  );
  return rows[0]?.held === true;
}

/**
 * Whether the cursor is of another database: a dump that was put into a new PostgreSQL starts its transactions over, so what came from the old
 * one seems to lie ahead.
 */
export async function isFromElsewhere(db: Queryable, cursor: LiveCursor): Promise<boolean> {
  const { rows } = await db.query<{ ahead: boolean }>('SELECT $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS ahead', [
    String(cursor.tx),
  ]);
  return rows[0]?.ahead === true;
}

/** Takes out events of another database: they would be told as news once the transactions here reach their numbers. @returns how many */
export async function forgetEventsFromElsewhere(db: Queryable): Promise<number> {
  await db.query('DELETE FROM event_log_dropped WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())');
  const { rowCount } = await db.query('DELETE FROM event_log WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())');
  return rowCount;
}
