import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { HealthClock, HealthDatabase, HealthLog, Queries } from '../environment.ts';
import { SCHEDULES_CHANNEL, storeSchedules } from '../scheduling/schedule-store.ts';
import { type CanaryDefinition, readCanary, scheduleText } from './canary-definition.ts';
import { CANARY_COLUMNS, type CanaryRecord } from './canary-record.ts';
import { type OwnedCheck, replaceDefinedChecks } from './check-definition-store.ts';
import { recordSyncOutcomes } from './job-history.ts';

const BATCH_SIZE = 500;
/** Raised when the same spec makes other checks than before, so that all canaries are read again. */
const READER_VERSION = 1;

interface StaleCanary extends CanaryRecord {
  definition_hash: string;
}

async function findStaleCanaries(tx: Queries, canaryIds: readonly string[] | undefined): Promise<StaleCanary[]> {
  const { rows } = await tx.query<StaleCanary>(
    `SELECT ${CANARY_COLUMNS}, $2 || canary_definition_hash(c) AS definition_hash
     FROM canaries c LEFT JOIN canary_schedules s ON s.canary_id = c.id
     WHERE c.agent_id = $3 AND c.deleted_at IS NULL AND ($1::uuid[] IS NULL OR c.id = ANY($1))
       AND s.definition_hash IS DISTINCT FROM $2 || canary_definition_hash(c)
     ORDER BY c.id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF c SKIP LOCKED`,
    [canaryIds ?? null, `${READER_VERSION}:`, LOCAL_AGENT_ID],
  );
  return rows;
}

export function errorTexts(definition: Pick<CanaryDefinition, 'issues'>): string[] {
  return definition.issues
    .filter((issue) => issue.severity === 'error' || issue.code === 'SCHEDULE_INVALID')
    .map((issue) => `${issue.path}: ${issue.message}`);
}

/**
 * Takes over the definitions of local canaries that changed since they were last taken over: checks, schedule, job history.
 * Does nothing for the others, so it may run at any time and on several instances.
 * @param canaryIds only these; all when undefined
 * @returns how many canaries were taken over, at most one batch
 */
export async function reconcileWithin(tx: Queries, now: Date, canaryIds?: readonly string[]): Promise<number> {
  const stale = await findStaleCanaries(tx, canaryIds);
  if (stale.length === 0) return 0;
  const definitions = stale.map((row) => ({ row, definition: readCanary(row) }));
  const checks = definitions.flatMap(({ row, definition }) =>
    definition.wanted.map((check): OwnedCheck => ({ ...check, canaryId: row.id })),
  );
  await replaceDefinedChecks(
    tx,
    stale.map((row) => row.id),
    checks,
    now,
  );
  await storeSchedules(
    tx,
    definitions.map(({ row, definition }) => ({
      canaryId: row.id,
      schedule: scheduleText(definition),
      isScheduled: definition.schedule.kind !== 'never' && definition.checks.length > 0,
      isSuspended: definition.schedule.kind === 'never' && definition.schedule.reason === 'suspended',
      definitionHash: row.definition_hash,
    })),
    now,
  );
  await recordSyncOutcomes(
    tx,
    definitions.map(({ row, definition }) => ({ resourceId: row.id, errors: errorTexts(definition), at: now })),
  );
  return stale.length;
}

export interface ReconcilerOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
}

/** Takes over changed canaries until none is left. Rejects with the database's error. */
export async function reconcileCanaries({ db, clock, log }: ReconcilerOptions, canaryIds?: readonly string[]): Promise<number> {
  let total = 0;
  while (true) {
    const count = await db.transaction((tx) => reconcileWithin(tx, clock.now(), canaryIds));
    total += count;
    if (count < BATCH_SIZE) break;
  }
  if (total > 0) {
    await db.notify(SCHEDULES_CHANNEL, '');
    log.debug({ canaries: total }, 'took over canary definitions');
  }
  return total;
}
