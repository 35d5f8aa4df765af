import type { Queries } from '../environment.ts';
import { MIN_GAP_MS } from './schedule-grid.ts';

/** NOTIFY channel: schedules were added or moved forward. */
export const SCHEDULES_CHANNEL = 'canary_schedules';

export interface ScheduleWrite {
  canaryId: string;
  schedule: string;
  isScheduled: boolean;
  isSuspended: boolean;
  definitionHash: string;
}

/** Stores when canaries run. A new or changed definition is due at once, but never within the least gap after its last start. */
export async function storeSchedules(db: Queries, writes: readonly ScheduleWrite[], now: Date): Promise<void> {
  if (writes.length === 0) return;
  await db.query(
    `WITH written AS (
       INSERT INTO canary_schedules AS s (canary_id, schedule, next_at, suspended, definition_hash)
       SELECT w.canary_id, w.schedule, CASE WHEN w.scheduled THEN $6::timestamptz ELSE 'infinity' END, w.suspended, w.definition_hash
       FROM unnest($1::uuid[], $2::text[], $3::boolean[], $4::boolean[], $5::text[]) AS w(canary_id, schedule, scheduled, suspended, definition_hash)
       ON CONFLICT (canary_id) DO UPDATE SET schedule = excluded.schedule, suspended = excluded.suspended,
         definition_hash = excluded.definition_hash,
         costly_failures = CASE WHEN s.definition_hash = excluded.definition_hash THEN s.costly_failures ELSE 0 END,
         next_at = CASE WHEN excluded.next_at = 'infinity' THEN 'infinity'
           ELSE greatest(excluded.next_at, s.last_started_at + make_interval(secs => $7)) END
       RETURNING canary_id, next_at
     )
     UPDATE check_states c SET next_runtime = nullif(w.next_at, 'infinity')
     FROM written w JOIN check_definitions d ON d.canary_id = w.canary_id AND d.deleted_at IS NULL AND d.type <> 'webhook' AND d.spec IS NOT NULL
     WHERE c.check_id = d.id`,
    [
      writes.map((write) => write.canaryId),
      writes.map((write) => write.schedule),
      writes.map((write) => write.isScheduled),
      writes.map((write) => write.isSuspended),
      writes.map((write) => write.definitionHash),
      now,
      MIN_GAP_MS / 1000,
    ],
  );
}

/** A canary that this worker may run now. */
export interface ClaimedRun {
  canary_id: string;
  /** When the run was due. */
  due_at: Date;
  definition_hash: string | null;
  /** Runs in a row before this one that failed only after seconds. */
  costly_failures: number;
}

export interface ClaimRequest {
  worker: string;
  now: Date;
  /** Runs due up to this moment are taken. */
  dueUntil: Date;
  leaseUntil: Date;
  limit: number;
}

/** Takes due canaries that nobody holds, or whose holder's lease ran out. */
export async function claimDueRuns(db: Queries, request: ClaimRequest): Promise<ClaimedRun[]> {
  const { rows } = await db.query<ClaimedRun>(
    `UPDATE canary_schedules s SET lease_until = $3, worker = $4
     FROM (
       SELECT canary_id FROM canary_schedules
       WHERE next_at <= $1 AND (lease_until IS NULL OR lease_until <= $2)
       ORDER BY next_at LIMIT $5 FOR UPDATE SKIP LOCKED
     ) AS due
     WHERE s.canary_id = due.canary_id
     RETURNING s.canary_id, s.next_at AS due_at, s.definition_hash, s.costly_failures`,
    [request.dueUntil, request.now, request.leaseUntil, request.worker, request.limit],
    { name: 'claim_due_runs' },
  );
  return rows;
}

/** When the next canary can be taken: one that nobody holds is due, or a lease runs out; undefined when there is none. */
export async function findNextDue(db: Queries): Promise<Date | undefined> {
  const { rows } = await db.query<{ next_at: Date | null }>(
    `SELECT least(
       (SELECT next_at FROM canary_schedules WHERE lease_until IS NULL AND next_at < 'infinity' ORDER BY next_at LIMIT 1),
       (SELECT min(greatest(lease_until, next_at)) FROM canary_schedules WHERE lease_until IS NOT NULL AND next_at < 'infinity')) AS next_at`,
    [],
    { name: 'find_next_due' },
  );
  return rows[0]?.next_at ?? undefined;
}

/** Extends leases; answers the canaries that this worker still holds. */
export async function renewLeases(
  db: Queries,
  worker: string,
  canaryIds: readonly string[],
  leaseUntil: Date,
): Promise<Set<string>> {
  const { rows } = await db.query<{ canary_id: string }>(
    `UPDATE canary_schedules SET lease_until = $3 WHERE canary_id = ANY($1::uuid[]) AND worker = $2 RETURNING canary_id`,
    [canaryIds, worker, leaseUntil],
  );
  return new Set(rows.map((row) => row.canary_id));
}

/** Gives canaries back that were not started; they stay due. */
export async function releaseUnstarted(db: Queries, worker: string, canaryIds: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE canary_schedules SET lease_until = NULL, worker = NULL WHERE canary_id = ANY($1::uuid[]) AND worker = $2`,
    [canaryIds, worker],
  );
}

/** Gives back what an earlier process left behind; only for a database that no other process can have open. */
export async function releaseAll(db: Queries): Promise<void> {
  await db.query(`UPDATE canary_schedules SET lease_until = NULL, worker = NULL WHERE worker IS NOT NULL`);
}
