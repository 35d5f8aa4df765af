import { FAILURE_WINDOW_MS } from '@quarterdeck/contract/identity';
import type { Database } from '@quarterdeck/database';
import type { AppContext, JobDefinition } from '../../../app/context.ts';
import { countedJob } from '../../../app/counted-job.ts';
import { deleteInBatches } from '../../../app/retention/delete-in-batches.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FLOWS_KEPT_MS = DAY_MS;
const SESSIONS_KEPT_MS = 7 * DAY_MS;
const MAIL_KEPT_MS = 7 * DAY_MS;

/** Flows, with their codes, a day after they expired; what went wrong in flows a day after it did. */
export async function deleteOldFlows(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - FLOWS_KEPT_MS);
  const stop = signal === undefined ? {} : { signal };
  const flows = { table: 'self_service_flows', key: 'id', condition: 'expires_at < $1', order: 'expires_at' };
  const errors = { table: 'flow_errors', key: 'id', condition: 'created_at < $1', order: 'created_at' };
  return (
    (await deleteInBatches(db, { ...flows, values: [before], ...stop })) +
    (await deleteInBatches(db, { ...errors, values: [before], ...stop }))
  );
}

/** Sessions a week after they expired or were ended. */
export function deleteOldSessions(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'sessions',
    key: 'id',
    condition: 'expires_at < $1 OR revoked_at < $1',
    values: [new Date(now.getTime() - SESSIONS_KEPT_MS)],
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Counts of failed attempts once they mean nothing any more: window, block and known address are over. */
export function deleteOldLimits(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'sign_in_limits',
    key: 'ctid',
    condition: 'first_at <= $1 AND coalesce(blocked_until <= $2, true) AND coalesce(known_until <= $2, true)',
    values: [new Date(now.getTime() - FAILURE_WINDOW_MS), now],
    order: 'first_at',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Mail a week after it was written. */
export function deleteOldMail(db: Database, now: Date, signal?: AbortSignal): Promise<number> {
  return deleteInBatches(db, {
    table: 'courier_messages',
    key: 'id',
    condition: 'created_at < $1',
    values: [new Date(now.getTime() - MAIL_KEPT_MS)],
    order: 'created_at',
    ...(signal === undefined ? {} : { signal }),
  });
}

export function defineIdentityRetention({ db }: Pick<AppContext, 'db'>): JobDefinition[] {
  return [
    countedJob('CleanupFlows', '@every 1h', 'identity', ({ signal, clock }) => deleteOldFlows(db, clock.now(), signal)),
    countedJob('CleanupSignInLimits', '@every 1h', 'identity', ({ signal, clock }) => deleteOldLimits(db, clock.now(), signal)),
    countedJob('CleanupSessions', '@every 24h', 'identity', ({ signal, clock }) => deleteOldSessions(db, clock.now(), signal)),
    countedJob('CleanupMail', '@every 24h', 'identity', ({ signal, clock }) => deleteOldMail(db, clock.now(), signal)),
  ];
}
