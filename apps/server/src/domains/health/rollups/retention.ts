import type { HealthDatabase, Queries } from '../environment.ts';
import { DAY_MS } from '../stats/segments.ts';
import { retentionBounds } from '../stats/stats-store.ts';
import { readCompleteUntil } from './rollup-store.ts';

const PARTITION_DAYS_BACK = 1;
const PARTITION_DAYS_AHEAD = 7;
/** Daily roll-ups and transitions are kept this long, so that ranges of five years work. */
export const DAILY_RETENTION_DAYS = 5 * 366;
/** Days for which the event log and the event queue are kept. */
export const EVENT_RETENTION_DAYS = 7;
const DELETE_BATCH = 10_000;

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Makes the partitions of yesterday up to a week ahead. Instances that do so at the same time wait for each other. */
export async function ensurePartitions(db: HealthDatabase, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('check_status_partitions'))`);
    const { rows } = await tx.query<{ made: number }>(`SELECT ensure_check_status_partitions($1::date, $2::date) AS made`, [
      dayText(now.getTime() - PARTITION_DAYS_BACK * DAY_MS),
      dayText(now.getTime() + PARTITION_DAYS_AHEAD * DAY_MS),
    ]);
    return rows[0]?.made ?? 0;
  });
}

/**
 * Drops raw results beyond their retention, but never results that are not rolled up yet.
 * @returns dropped partitions
 */
export async function dropOldResults(db: HealthDatabase, now: Date, rawDays: number): Promise<number> {
  const rolledUp = await readCompleteUntil(db, '1h');
  if (rolledUp === undefined) return 0;
  const { rawFromMs } = retentionBounds(now.getTime(), { rawDays });
  const before = dayText(Math.min(rawFromMs, Math.floor(rolledUp.getTime() / DAY_MS) * DAY_MS));
  return db.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('check_status_partitions'))`);
    const { rows } = await tx.query<{ dropped: number }>(`SELECT drop_check_status_partitions($1::date) AS dropped`, [before]);
    return rows[0]?.dropped ?? 0;
  });
}

async function deleteInBatches(
  db: Queries,
  table: string,
  key: string,
  condition: string,
  values: readonly unknown[],
): Promise<number> {
  let total = 0;
  while (true) {
    const { rowCount } = await db.query(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${DELETE_BATCH})`,
      values,
    );
    total += rowCount;
    if (rowCount < DELETE_BATCH) return total;
  }
}

/** Deletes hours beyond three times the raw retention, never before their day is merged. */
export async function deleteOldHours(db: HealthDatabase, now: Date, rawDays: number): Promise<number> {
  const merged = await readCompleteUntil(db, '1d');
  if (merged === undefined) return 0;
  const { hourlyFromMs } = retentionBounds(now.getTime(), { rawDays });
  const before = new Date(Math.min(hourlyFromMs, merged.getTime()));
  return deleteInBatches(db, 'check_statuses_1h', 'ctid', 'created_at < $1', [before]);
}

/** Deletes daily roll-ups and transitions older than five years. */
export async function deleteOldDays(db: HealthDatabase, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAILY_RETENTION_DAYS * DAY_MS);
  const days = await deleteInBatches(db, 'check_statuses_1d', 'ctid', 'created_at < $1', [before]);
  return days + (await deleteInBatches(db, 'check_transitions', 'ctid', 'time < $1', [before]));
}

export async function deleteOldEvents(db: HealthDatabase, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS);
  const logged = await deleteInBatches(db, 'event_log', 'seq', 'at < $1', [before]);
  return logged + (await deleteInBatches(db, 'event_queue', 'id', 'created_at < $1', [before]));
}

/** Deletes checks for good that were soft-deleted some days ago, with everything stored of them. */
export async function deleteOldChecks(db: HealthDatabase, now: Date, ageDays: number): Promise<number> {
  const before = new Date(now.getTime() - ageDays * DAY_MS);
  return deleteInBatches(db, 'check_definitions', 'id', 'deleted_at < $1', [before]);
}

/** Deletes canaries for good that were soft-deleted some days ago and have no check left. */
export async function deleteOldCanaries(db: HealthDatabase, now: Date, ageDays: number): Promise<number> {
  const before = new Date(now.getTime() - ageDays * DAY_MS);
  return deleteInBatches(
    db,
    'canaries',
    'id',
    'deleted_at < $1 AND NOT EXISTS (SELECT FROM check_definitions d WHERE d.canary_id = canaries.id)',
    [before],
  );
}

/** Soft-deletes live checks of deleted canaries. */
export async function deleteChecksOfDeletedCanaries(db: HealthDatabase): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE check_definitions d SET deleted_at = c.deleted_at FROM canaries c
     WHERE c.id = d.canary_id AND c.deleted_at IS NOT NULL AND d.deleted_at IS NULL`,
  );
  return rowCount;
}
