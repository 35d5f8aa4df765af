import { parseCanarySpec } from '@quarterdeck/integrations/spec';
import type { CanaryRecord } from '../canaries/canary-record.ts';
import { CANARY_COLUMNS } from '../canaries/canary-record.ts';
import type { HealthLog, Queries } from '../environment.ts';
import type { CheckExecutor } from './check-executor.ts';

interface Retirement {
  db: Queries;
  log: HealthLog;
  executor: CheckExecutor;
}

/** Removes what the checks of a deleted canary keep in outside systems, such as static objects in a cluster. Source: health-checks §2.17. */
export async function retireCanary({ db, log, executor }: Retirement, canaryId: string, signal: AbortSignal): Promise<void> {
  const { rows } = await db.query<CanaryRecord>(
    `SELECT ${CANARY_COLUMNS} FROM canaries c WHERE c.id = $1 AND c.deleted_at IS NOT NULL`,
    [canaryId],
  );
  const [row] = rows;
  if (row === undefined || !Object.keys(row.spec).some((key) => key.toLowerCase() === 'kubernetesresource')) return;
  const { id, name, namespace } = row;
  const meta = { id, name, namespace, labels: row.labels ?? {}, annotations: row.annotations ?? {} };
  const { canary, checks } = parseCanarySpec(row.spec, meta);
  for (const { check, problem } of await executor.retire(canary, checks, signal))
    log.warn({ canary: name, check, problem }, 'what a deleted check keeps outside was not removed');
}
