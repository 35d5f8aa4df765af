import type { Queryable } from '../../database.ts';

export interface QueuedEvent {
  name: string;
  properties: Record<string, string | null>;
}

/** Waiting events, in the order of their names. */
export async function queuedEvents(db: Queryable): Promise<QueuedEvent[]> {
  const { rows } = await db.query<QueuedEvent>(`SELECT name, properties FROM event_queue ORDER BY name, properties ->> 'id', id`);
  return rows;
}

/** What a write leaves in an otherwise empty queue. */
export async function eventsOf(db: Queryable, write: () => Promise<unknown>): Promise<QueuedEvent[]> {
  await db.query('DELETE FROM event_queue');
  await write();
  return queuedEvents(db);
}

export interface LoggedEvent {
  topic: string;
  subject: string;
  payload: Record<string, unknown>;
}

/** What a write adds to the log of changes. */
export async function logOf(db: Queryable, write: () => Promise<unknown>): Promise<LoggedEvent[]> {
  const before = await db.query<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM event_log');
  await write();
  const { rows } = await db.query<LoggedEvent>('SELECT topic, subject, payload FROM event_log WHERE seq > $1 ORDER BY seq', [
    before.rows[0]?.seq,
  ]);
  return rows;
}

/** The one value of a one-column query. */
export async function readValue<T>(db: Queryable, sql: string, values: readonly unknown[] = []): Promise<T | undefined> {
  const { rows } = await db.query<{ value: T }>(`SELECT (${sql}) AS value`, values);
  return rows[0]?.value;
}
