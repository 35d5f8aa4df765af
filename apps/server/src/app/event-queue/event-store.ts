import type { Queryable } from '@quarterdeck/database';
import type { QueuedEvent } from './event-consumer.ts';

/** An event that this worker holds. */
export interface ClaimedEvent extends QueuedEvent {
  /** created_at to the microsecond: another value means that the event was queued again meanwhile. */
  readonly queuedAt: string;
}

interface ClaimRow {
  id: string;
  name: string;
  properties: Record<string, unknown> | null;
  created_at: Date;
  queued_at: string;
  attempts: number;
}

type Queries = Pick<Queryable, 'query'>;

const WORKER_STOPPED = 'The worker stopped while it handled the event';

/** Waiting events that may be handled at $3. Source: data-model §7.2. */
const IS_DUE = `coalesce(attempts, 0) <= 3 AND lease_until IS NULL
  AND (delay IS NULL OR created_at + make_interval(secs => delay / 1e9) <= $3)
  AND (last_attempt IS NULL OR last_attempt <= $3 - interval '1 minute' * power(coalesce(attempts, 0), 5))`;

/** Every name gives its first, then every name its second, and so on: a flood of one does not hold up the others. */
const CLAIM = `
  WITH due AS (
    SELECT q.id, row_number() OVER (PARTITION BY q.name ORDER BY q.priority DESC, q.created_at) AS turn, q.priority, q.created_at
    FROM unnest($1::text[]) AS wanted (name)
    CROSS JOIN LATERAL (
      SELECT id, name, priority, created_at FROM event_queue
      WHERE event_queue.name = wanted.name AND ${IS_DUE}
      ORDER BY priority DESC, created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) AS q
  ), taken AS (
    SELECT id, row_number() OVER (ORDER BY turn, priority DESC, created_at) AS position FROM due
    ORDER BY position LIMIT $2
  )
  UPDATE event_queue e SET lease_until = $4, worker = $5 FROM taken WHERE e.id = taken.id
  RETURNING e.id, e.name, e.properties, e.created_at, e.created_at::text AS queued_at, coalesce(e.attempts, 0) AS attempts, taken.position`;

/** Takes up to `limit` due events for a worker until the lease ends, in the order in which they are to be handled. */
export async function claimEvents(
  db: Queries,
  claim: { names: readonly string[]; limit: number; now: Date; leaseUntil: Date; worker: string },
): Promise<ClaimedEvent[]> {
  const { rows } = await db.query<ClaimRow & { position: number }>(
    CLAIM,
    [claim.names, claim.limit, claim.now, claim.leaseUntil, claim.worker],
    { name: 'event_queue_claim' },
  );
  return rows
    .toSorted((a, b) => a.position - b.position)
    .map((row) => ({
      id: row.id,
      name: row.name,
      properties: row.properties ?? {},
      createdAt: row.created_at,
      attempts: row.attempts,
      queuedAt: row.queued_at,
    }));
}

/**
 * Takes a handled event out of the queue, in the transaction of its handling. Never waits for a writer that queues it again: that writer
 * may wait for rows of this transaction.
 * @returns `lost` when another worker holds the event by now
 */
export async function finishWithin(tx: Queries, event: ClaimedEvent, worker: string): Promise<'done' | 'again' | 'lost'> {
  const { rowCount } = await tx.query(
    `DELETE FROM event_queue WHERE id IN (
       SELECT id FROM event_queue WHERE id = $1 AND worker = $2 AND created_at = $3::timestamptz FOR UPDATE SKIP LOCKED
     )`,
    [event.id, worker, event.queuedAt],
    { name: 'event_queue_finish' },
  );
  if (rowCount === 1) return 'done';
  const { rows } = await tx.query('SELECT FROM event_queue WHERE id = $1 AND worker = $2', [event.id, worker]);
  return rows.length === 1 ? 'again' : 'lost';
}

/** Takes handled events out of the queue; those that were queued again meanwhile wait anew. */
export async function finishEvents(db: Queries, events: readonly ClaimedEvent[], worker: string): Promise<void> {
  if (events.length === 0) return;
  const { rowCount } = await db.query(
    `DELETE FROM event_queue q USING unnest($1::uuid[], $2::timestamptz[]) AS handled (id, queued_at)
     WHERE q.id = handled.id AND q.created_at = handled.queued_at AND q.worker = $3`,
    [events.map(({ id }) => id), events.map(({ queuedAt }) => queuedAt), worker],
  );
  if (rowCount < events.length) await releaseEvents(db, events, worker);
}

/** Gives events back that were not handled. */
export async function releaseEvents(db: Queries, events: readonly ClaimedEvent[], worker: string): Promise<void> {
  if (events.length === 0) return;
  await db.query('UPDATE event_queue SET lease_until = NULL, worker = NULL WHERE id = ANY($1::uuid[]) AND worker = $2', [
    events.map(({ id }) => id),
    worker,
  ]);
}

/** Records failures. An event that was queued again meanwhile starts over all the same. */
export async function failEvents(
  db: Queries,
  failures: readonly { event: ClaimedEvent; error: string }[],
  how: { now: Date; worker: string; lowersPriority: boolean },
): Promise<void> {
  if (failures.length === 0) return;
  await db.query(
    `UPDATE event_queue q SET lease_until = NULL, worker = NULL, error = failed.error,
       attempts = CASE WHEN q.created_at = failed.queued_at THEN coalesce(q.attempts, 0) + 1 ELSE q.attempts END,
       last_attempt = CASE WHEN q.created_at = failed.queued_at THEN $4 ELSE q.last_attempt END,
       priority = q.priority - $6::int
     FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS failed (id, queued_at, error)
     WHERE q.id = failed.id AND q.worker = $5`,
    [
      failures.map(({ event }) => event.id),
      failures.map(({ event }) => event.queuedAt),
      failures.map(({ error }) => error),
      how.now,
      how.worker,
      how.lowersPriority ? 1 : 0,
    ],
  );
}

/** Keeps what the workers hold for longer. A row that somebody is writing gets its turn next time. */
export async function renewLeases(db: Queries, workers: readonly string[], leaseUntil: Date): Promise<void> {
  await db.query(
    `UPDATE event_queue SET lease_until = $1 WHERE id IN (
       SELECT id FROM event_queue WHERE lease_until IS NOT NULL AND worker = ANY($2::text[]) FOR UPDATE SKIP LOCKED
     )`,
    [leaseUntil, workers],
  );
}

/**
 * Gives events free whose worker died. That counts as a failed attempt, so that an event which ends its worker does not do so for ever.
 * @returns how many
 */
export async function takeBackExpired(db: Queries, names: readonly string[], now: Date, leaseMs: number): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE event_queue SET attempts = coalesce(attempts, 0) + 1, error = $3, lease_until = NULL, worker = NULL,
       last_attempt = lease_until - make_interval(secs => $4::float8 / 1000)
     WHERE id IN (SELECT id FROM event_queue WHERE lease_until <= $2 AND name = ANY($1::text[]) FOR UPDATE SKIP LOCKED)`,
    [names, now, WORKER_STOPPED, leaseMs],
  );
  return rowCount;
}

export interface QueueFigures {
  readonly name: string;
  readonly waiting: number;
  /** Given up after four attempts. */
  readonly exhausted: number;
  /** When the oldest one was queued that still waits. */
  readonly oldest: Date | null;
}

export async function measureQueue(db: Queries, names: readonly string[]): Promise<QueueFigures[]> {
  const { rows } = await db.query<QueueFigures>(
    `SELECT name, count(*) FILTER (WHERE coalesce(attempts, 0) <= 3) AS waiting, count(*) FILTER (WHERE attempts > 3) AS exhausted,
       min(created_at) FILTER (WHERE coalesce(attempts, 0) <= 3) AS oldest
     FROM event_queue WHERE name = ANY($1::text[]) GROUP BY name`,
    [names],
  );
  return rows;
}
