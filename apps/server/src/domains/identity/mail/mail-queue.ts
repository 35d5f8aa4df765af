import type { Queryable } from '@quarterdeck/database';

/** A message that this worker alone sends until its lease ends. */
export interface LeasedMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** Sealed. */
  readonly body: string;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
}

/** Longer than a mail server may take in all. */
export const LEASE_MS = 5 * 60_000;
/** Pauses between attempts. Their sum is beyond the life of most codes: what comes later helps nobody. */
const PAUSES_MS = [15_000, 45_000, 2 * 60_000, 6 * 60_000, 20 * 60_000, 60 * 60_000] as const;

/** Takes due messages, oldest first. Others do not get them before the lease ends, also when this process dies. */
export async function leaseMail(db: Queryable, now: Date, most: number): Promise<LeasedMail[]> {
  const { rows } = await db.query<LeasedMail>(
    `UPDATE courier_messages SET attempts = attempts + 1, next_at = $2
     WHERE id IN (
       SELECT id FROM courier_messages WHERE status = 'queued' AND next_at <= $1 ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING id, recipient, subject, body, attempts AS attempt`,
    [now, new Date(now.getTime() + LEASE_MS), most],
  );
  return rows;
}

/** The body goes: its codes and links are for the recipient alone. */
export async function markSent(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(`UPDATE courier_messages SET status = 'sent', sent_at = $2, error = NULL, body = '' WHERE id = $1`, [id, at]);
}

/** Later again, or never. @returns whether it will be tried again */
export async function markFailed(
  db: Queryable,
  { id, attempt }: LeasedMail,
  failure: { text: string; isFinal: boolean },
  now: Date,
): Promise<boolean> {
  const pauseMs = failure.isFinal ? undefined : PAUSES_MS[attempt - 1];
  if (pauseMs === undefined) {
    await db.query(`UPDATE courier_messages SET status = 'abandoned', error = $2, body = '' WHERE id = $1`, [id, failure.text]);
    return false;
  }
  await db.query('UPDATE courier_messages SET error = $2, next_at = $3 WHERE id = $1', [
    id,
    failure.text,
    new Date(now.getTime() + pauseMs),
  ]);
  return true;
}

/** When the next message is due; undefined when none waits. */
export async function nextMailAt(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>(`SELECT min(next_at) AS at FROM courier_messages WHERE status = 'queued'`);
  return rows[0]?.at ?? undefined;
}
