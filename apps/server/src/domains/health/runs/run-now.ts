import { QuarterdeckError } from '@quarterdeck/contract';
import type { CheckResult } from '@quarterdeck/integrations/run';
import { type CanaryCheck, withDependencies } from '@quarterdeck/integrations/spec';
import type { Queries } from '../environment.ts';
import type { ResultWriter } from '../results/result-writer.ts';
import { type LoadedCanary, loadCanaries } from '../scheduling/canary-cache.ts';
import { type CanaryRunOptions, runCanaryChecks } from '../scheduling/canary-run.ts';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

interface CheckRow {
  canary_id: string;
  type: string;
  name: string;
  transformed: boolean | null;
}

async function findCheck(db: Queries, checkId: string): Promise<CheckRow> {
  const { rows } = isUuid(checkId)
    ? await db.query<CheckRow>(
        `SELECT canary_id, type, name, transformed FROM check_definitions WHERE id = $1 AND deleted_at IS NULL`,
        [checkId],
      )
    : { rows: [] };
  const [row] = rows;
  if (row === undefined) throw new QuarterdeckError('CHECK_NOT_FOUND', 'check not found');
  return row;
}

/** The checks that give the stored check its result: itself, or for one made by a transform those of its kind that transform. */
function checksBehind(canary: LoadedCanary, row: CheckRow): CanaryCheck[] {
  const own = canary.definition.checks.filter((check) => check.type === row.type && check.name === row.name);
  if (own.length > 0 || row.transformed !== true) return own;
  return canary.definition.checks.filter((check) => check.spec.transform !== undefined);
}

/** Whether the checks are all that could bring back checks made by transforms, so that those which do not come back have ended. */
function runsEveryTransform(canary: LoadedCanary, checks: readonly CanaryCheck[]): boolean {
  return canary.definition.checks.every((check) => check.spec.transform === undefined || checks.includes(check));
}

/** One result as POST /run/check/:id answers it: empty values are left out. Source: health-checks §6.3. */
function resultBody(result: CheckResult): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    start: result.startedAt.toISOString(),
    pass: result.pass,
    invalid: result.invalid,
    detail: result.detail,
    labels: result.labels,
    duration: result.durationMs,
    description: result.description,
    message: result.message,
    error: result.error,
    metrics: result.metrics.length > 0 ? result.metrics : undefined,
    transformed: result.transformed,
    name: result.name,
    namespace: result.namespace,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== false && value !== ''));
}

export interface RunNowOptions {
  run: CanaryRunOptions;
  writer: Pick<ResultWriter, 'write'>;
}

/**
 * Runs one check at once, after those that it depends on, and stores their results. The answer has the first result and the counts that the console knows;
 * `success` is how many passed.
 * @throws CHECK_NOT_FOUND, CANARY_NOT_FOUND
 */
export async function runCheckNow(
  options: RunNowOptions,
  checkId: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const { db } = options.run;
  const row = await findCheck(db, checkId);
  const [canary] = await loadCanaries(db, [row.canary_id]);
  if (canary === undefined) throw new QuarterdeckError('CANARY_NOT_FOUND', 'canary not found');
  const checks = withDependencies(checksBehind(canary, row), canary.definition.checks);
  const collected =
    checks.length === 0
      ? []
      : await runCanaryChecks(options.run, canary, checks, {
          signal,
          whole: runsEveryTransform(canary, checks),
          nextRuntime: () => undefined,
        });
  if (collected.length > 0) await options.writer.write({ results: collected.map((entry) => entry.row) });
  const passed = collected.filter((entry) => entry.row.pass).length;
  const first = collected.find((entry) => entry.checkId === checkId) ?? collected[0];
  return {
    ...(first === undefined ? {} : resultBody(first.result)),
    total: collected.length,
    success: passed,
    failed: collected.length - passed,
    errors: collected.map((entry) => entry.row.error).filter((error) => error !== ''),
  };
}
