import { LOCAL_AGENT_ID } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';
import { readTunables } from '../../../app/retention/tunables.ts';

type Queries = Pick<Database, 'query'>;

const HOUR_MS = 3_600_000;
const KEPT_MS = 720 * HOUR_MS;
const RUNNING_MOST_MS = 4 * HOUR_MS;
const AGENT_RUNS_KEPT = 3;
/** Rows that stay per job and resource unless properties say otherwise. */
const KEPT_GOOD = 3;
const KEPT_BAD = 3;

/** Runs older than 30 days; property `job.history.maxAge`. */
export async function deleteOldRuns(db: Queries, now: Date, signal?: AbortSignal): Promise<number> {
  const tunables = await readTunables(db, ['job.history.maxAge']);
  return deleteInBatches(db, {
    table: 'job_history',
    key: 'id',
    condition: 'created_at < $1',
    values: [new Date(now.getTime() - tunables.durationMs('job.history.maxAge', KEPT_MS))],
    order: 'created_at',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Runs that have said RUNNING for four hours end as STALE; property `job.history.running.maxAge`. */
export async function markStaleRuns(db: Queries, now: Date): Promise<number> {
  const tunables = await readTunables(db, ['job.history.running.maxAge']);
  const { rowCount } = await db.query(
    `UPDATE job_history SET status = 'STALE' WHERE status = 'RUNNING' AND coalesce(time_start, created_at) < $1`,
    [new Date(now.getTime() - tunables.durationMs('job.history.running.maxAge', RUNNING_MOST_MS))],
  );
  return rowCount;
}

/** Of local runs the newest three good and three bad ones of a job and resource stay; properties `jobs.<name>.retention.success` and `.failed`. */
export function deleteSurplusRuns(db: Queries, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'job_history',
    key: 'id',
    condition: `id IN (
      SELECT ranked.id FROM (
        SELECT h.id, h.name, h.status = 'SUCCESS' AS good,
          row_number() OVER (
            PARTITION BY h.name, h.resource_type, h.resource_id, h.status = 'SUCCESS' ORDER BY h.created_at DESC, h.id DESC
          ) AS position
        FROM job_history h WHERE h.agent_id = $1 AND h.resource_id IS NOT NULL AND h.status <> 'RUNNING'
      ) AS ranked
      LEFT JOIN properties p ON p.deleted_at IS NULL AND p.value ~ '^\\d{1,6}$'
        AND p.name = 'jobs.' || ranked.name || CASE WHEN ranked.good THEN '.retention.success' ELSE '.retention.failed' END
      WHERE ranked.position > coalesce(p.value::int, CASE WHEN ranked.good THEN $2::int ELSE $3::int END))`,
    values: [LOCAL_AGENT_ID, KEPT_GOOD, KEPT_BAD],
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Of runs that agents sent the newest three of each resource, job, status and agent stay; property `job.history.agentItemsToRetain`. */
export async function deleteSurplusAgentRuns(db: Queries, signal?: AbortSignal): Promise<number> {
  const tunables = await readTunables(db, ['job.history.agentItemsToRetain']);
  return deleteInBatches(db, {
    table: 'job_history',
    key: 'id',
    condition: `id IN (
      SELECT ranked.id FROM (
        SELECT h.id, row_number() OVER (
          PARTITION BY h.resource_type, h.resource_id, h.name, h.status, h.agent_id ORDER BY h.created_at DESC, h.id DESC
        ) AS position
        FROM job_history h WHERE h.agent_id <> $1
      ) AS ranked WHERE ranked.position > $2)`,
    values: [LOCAL_AGENT_ID, tunables.count('job.history.agentItemsToRetain', AGENT_RUNS_KEPT)],
    ...(signal === undefined ? {} : { signal }),
  });
}
