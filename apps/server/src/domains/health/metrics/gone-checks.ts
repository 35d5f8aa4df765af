import type { Queries } from '../environment.ts';
import type { CheckMetrics } from './check-metrics.ts';
import type { CustomMetrics } from './custom-metrics.ts';

/** Removes the series of checks that are deleted. Source: health-checks §5.4 "CleanupMetricsGauges". */
export async function forgetGoneChecks(db: Queries, metrics: { checks: CheckMetrics; custom: CustomMetrics }): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM unnest($1::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM check_definitions d WHERE d.id = id AND d.deleted_at IS NULL)`,
    [metrics.checks.checkIds],
  );
  for (const { id } of rows) {
    metrics.checks.remove(id);
    metrics.custom.remove(id);
  }
  return rows.length;
}
