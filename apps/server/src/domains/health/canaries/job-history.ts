import { hostname } from 'node:os';
import type { Queries } from '../environment.ts';

/** How a canary's definition was taken over. Source: health-checks §5.1 "Job history". */
export interface SyncOutcome {
  /** Id of the canary; the file path for a file that makes no canary. */
  resourceId: string;
  errors: readonly string[];
  at: Date;
}

export const SYNC_JOB_NAME = 'SyncCanary';
const KEPT_ROWS = 3;

/**
 * Records failures always and a success only after a failure, so that the newest row tells the present state.
 * Keeps the newest three rows of a resource.
 */
export async function recordSyncOutcomes(db: Queries, outcomes: readonly SyncOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.query(
    `WITH outcome AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS o(resource_id, errors, at)
     ), newest AS (
       SELECT DISTINCT ON (h.resource_id) h.resource_id, h.status, h.details -> 'errors' AS errors
       FROM job_history h JOIN outcome o USING (resource_id)
       WHERE h.resource_type = 'canary' AND h.name = $4
       ORDER BY h.resource_id, h.created_at DESC, h.id DESC
     ), added AS (
       INSERT INTO job_history (name, success_count, error_count, details, hostname, duration_millis, resource_type, resource_id, status,
         time_start, time_end)
       SELECT $4, CASE WHEN o.errors = '[]' THEN 1 ELSE 0 END, jsonb_array_length(o.errors::jsonb), jsonb_build_object('errors', o.errors::jsonb),
         $5, 0, 'canary', o.resource_id, CASE WHEN o.errors = '[]' THEN 'SUCCESS' ELSE 'FAILED' END, o.at, o.at
       FROM outcome o LEFT JOIN newest n USING (resource_id)
       WHERE (o.errors <> '[]' AND n.errors IS DISTINCT FROM o.errors::jsonb) OR (o.errors = '[]' AND n.status = 'FAILED')
       RETURNING resource_id
     )
     DELETE FROM job_history WHERE id IN (
       SELECT id FROM (
         SELECT h.id, row_number() OVER (PARTITION BY h.resource_id ORDER BY h.created_at DESC, h.id DESC) AS position
         FROM job_history h JOIN added USING (resource_id) WHERE h.resource_type = 'canary' AND h.name = $4
       ) AS ranked WHERE position >= $6
     )`,
    [
      outcomes.map((outcome) => outcome.resourceId),
      outcomes.map((outcome) => JSON.stringify(outcome.errors)),
      outcomes.map((outcome) => outcome.at),
      SYNC_JOB_NAME,
      hostname(),
      KEPT_ROWS,
    ],
  );
}
