import { dayText, dropPartitions } from '../../../app/retention/daily-partitions.ts';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';
import type { HealthDatabase } from '../environment.ts';
import { DAY_MS } from '../stats/segments.ts';
import { retentionBounds } from '../stats/stats-store.ts';
import { readCompleteUntil } from './rollup-store.ts';

/** Daily roll-ups and transitions are kept this long, so that ranges of five years work. */
export const DAILY_RETENTION_DAYS = 5 * 366;
/** A check goes with all its results and roll-ups. */
const CHECK_BATCH = 100;
/**
 * Drops raw results beyond their retention, but never results that are not rolled up yet.
 * @returns dropped partitions
 */
export async function dropOldResults(db: HealthDatabase, now: Date, rawDays: number): Promise<number> {
  const rolledUp = await readCompleteUntil(db, '1h');
  if (rolledUp === undefined) return 0;
  const { rawFromMs } = retentionBounds(now.getTime(), { rawDays });
  const before = dayText(Math.min(rawFromMs, Math.floor(rolledUp.getTime() / DAY_MS) * DAY_MS));
  return dropPartitions(db, 'check_statuses', before);
}

/** Deletes hours beyond three times the raw retention, never before their day is merged. */
export async function deleteOldHours(db: HealthDatabase, now: Date, rawDays: number): Promise<number> {
  const merged = await readCompleteUntil(db, '1d');
  if (merged === undefined) return 0;
  const { hourlyFromMs } = retentionBounds(now.getTime(), { rawDays });
  const before = new Date(Math.min(hourlyFromMs, merged.getTime()));
  return deleteInBatches(db, { table: 'check_statuses_1h', key: 'ctid', condition: 'created_at < $1', values: [before] });
}

/** Deletes daily roll-ups and transitions older than five years. */
export async function deleteOldDays(db: HealthDatabase, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAILY_RETENTION_DAYS * DAY_MS);
  const days = await deleteInBatches(db, {
    table: 'check_statuses_1d',
    key: 'ctid',
    condition: 'created_at < $1',
    values: [before],
  });
  return (
    days + (await deleteInBatches(db, { table: 'check_transitions', key: 'ctid', condition: 'time < $1', values: [before] }))
  );
}

/** Deletes checks for good that were soft-deleted some days ago, with everything stored of them, unless something else still tells of them. */
export async function deleteOldChecks(db: HealthDatabase, now: Date, ageDays: number): Promise<number> {
  const before = new Date(now.getTime() - ageDays * DAY_MS);
  return deleteInBatches(db, {
    table: 'check_definitions',
    key: 'id',
    condition: `deleted_at < $1
      AND NOT EXISTS (SELECT FROM evidences e WHERE e.check_id = check_definitions.id)
      AND NOT EXISTS (SELECT FROM playbook_runs r WHERE r.check_id = check_definitions.id)
      AND NOT EXISTS (SELECT FROM artifacts a WHERE a.check_id = check_definitions.id)`,
    values: [before],
    batch: CHECK_BATCH,
  });
}

/** Deletes canaries for good that were soft-deleted some days ago and have no check left. */
export async function deleteOldCanaries(db: HealthDatabase, now: Date, ageDays: number): Promise<number> {
  const before = new Date(now.getTime() - ageDays * DAY_MS);
  return deleteInBatches(db, {
    table: 'canaries',
    key: 'id',
    condition: 'deleted_at < $1 AND NOT EXISTS (SELECT FROM check_definitions d WHERE d.canary_id = canaries.id)',
    values: [before],
  });
}

/** Soft-deletes live checks of deleted canaries. */
export async function deleteChecksOfDeletedCanaries(db: HealthDatabase): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE check_definitions d SET deleted_at = c.deleted_at FROM canaries c
     WHERE c.id = d.canary_id AND c.deleted_at IS NOT NULL AND d.deleted_at IS NULL`,
  );
  return rowCount;
}
