import type { Database } from '@quarterdeck/database';
import { deleteInBatches } from '../../app/retention/delete-in-batches.ts';
import { readTunables } from '../../app/retention/tunables.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 365;

/** Events older than a year; property `audit.retention.days`. @returns how many went */
export async function deleteOldAudit(db: Pick<Database, 'query'>, now: Date, signal?: AbortSignal): Promise<number> {
  const tunables = await readTunables(db, ['audit.retention.days']);
  const days = tunables.count('audit.retention.days', KEPT_DAYS);
  return deleteInBatches(db, {
    table: 'audit_log',
    key: 'id',
    condition: 'at < $1',
    values: [new Date(now.getTime() - days * DAY_MS)],
    order: 'at',
    ...(signal === undefined ? {} : { signal }),
  });
}
