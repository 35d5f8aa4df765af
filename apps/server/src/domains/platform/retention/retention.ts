import type { Database } from '@quarterdeck/database';
import { dayText, dropPartitions } from '../../../app/retention/daily-partitions.ts';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';
import { readTunables } from '../../../app/retention/tunables.ts';

const DAY_MS = 86_400_000;
/** A client that was away for less finds every event that it missed. */
const LOG_KEPT_DAYS = 7;
const UNWANTED_KEPT_MS = 7 * DAY_MS;

/** Drops the days of the event log that are older than a week; property `event_log.retention.days` for more. @returns dropped partitions */
export async function dropOldLog(db: Pick<Database, 'query' | 'transaction'>, now: Date): Promise<number> {
  const tunables = await readTunables(db, ['event_log.retention.days']);
  const days = Math.max(LOG_KEPT_DAYS, tunables.count('event_log.retention.days', LOG_KEPT_DAYS));
  return dropPartitions(db, 'event_log', dayText(now.getTime() - days * DAY_MS));
}

/** Events older than a week that nobody consumes; property `event_queue.maxAge`. Those that a consumer gave up on stay, to be seen. */
export async function deleteUnwantedEvents(
  db: Pick<Database, 'query'>,
  now: Date,
  consumed: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const tunables = await readTunables(db, ['event_queue.maxAge']);
  return deleteInBatches(db, {
    table: 'event_queue',
    key: 'id',
    condition: 'created_at < $1 AND name <> ALL ($2::text[])',
    values: [new Date(now.getTime() - tunables.durationMs('event_queue.maxAge', UNWANTED_KEPT_MS)), consumed],
    order: 'created_at',
    ...(signal === undefined ? {} : { signal }),
  });
}
