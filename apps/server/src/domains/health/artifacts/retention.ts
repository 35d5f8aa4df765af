import { readTunables } from '../../../app/retention/tunables.ts';
import type { HealthDatabase, HealthLog } from '../environment.ts';
import { DAY_MS } from '../stats/segments.ts';
import type { ArtifactStore } from './artifact-store.ts';

const DEFAULT_AGE_MS = 30 * DAY_MS;
/** After the deletion of the artifact or of its check. */
const DELETED_KEPT_MS = 7 * DAY_MS;
/** A result may be stored later than its artifacts, when the database was away. */
const RESULT_DUE_MS = DAY_MS;
const BATCH = 200;

const OUTLIVED = `
  SELECT a.id, a.path, a.connection_id AS "connectionId" FROM artifacts a
  WHERE (a.expires_at < $1 OR a.created_at < $2 OR a.deleted_at < $3
    OR EXISTS (SELECT FROM check_definitions d WHERE d.id = a.check_id AND d.deleted_at < $3)
    OR (a.check_time IS NOT NULL AND a.created_at < $4
      AND NOT EXISTS (SELECT FROM check_statuses s WHERE s.check_id = a.check_id AND s.time = a.check_time)))
    AND a.id <> ALL ($5::uuid[])
  ORDER BY a.created_at LIMIT ${BATCH}`;

interface OutlivedArtifact {
  id: string;
  path: string;
  connectionId: string | null;
}

export interface ArtifactRetentionOptions {
  db: HealthDatabase;
  log: HealthLog;
  store: Pick<ArtifactStore, 'removeContent'>;
  signal: AbortSignal;
}

/**
 * Deletes artifacts, content first, that expired, are older than the property `artifacts.retention.age` (30 days), were deleted a week ago or
 * whose check was, or whose result is gone. A row whose content the store does not give up stays for the next time.
 * @returns how many went
 */
export async function deleteOldArtifacts(options: ArtifactRetentionOptions, now: Date): Promise<number> {
  const { db, log, store, signal } = options;
  const ageMs = (await readTunables(db, ['artifacts.retention.age'])).durationMs('artifacts.retention.age', DEFAULT_AGE_MS);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const stuck: string[] = [];
  let total = 0;
  while (!signal.aborted) {
    const values = [now, before(ageMs), before(DELETED_KEPT_MS), before(RESULT_DUE_MS), stuck];
    const { rows } = await db.query<OutlivedArtifact>(OUTLIVED, values);
    const removed: string[] = [];
    for (const row of rows) {
      if (signal.aborted) break;
      try {
        await store.removeContent(row, signal);
        removed.push(row.id);
      } catch (err) {
        log.warn({ err, artifact: row.id }, 'the content of an artifact could not be removed; the next run tries again');
        stuck.push(row.id);
      }
    }
    total += (await db.query('DELETE FROM artifacts WHERE id = ANY ($1::uuid[])', [removed])).rowCount;
    if (rows.length < BATCH) break;
  }
  return total;
}
