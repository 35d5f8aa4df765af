import type { Workload } from '../company/workloads.ts';
import { type DemoOptions, type Queries, startOf } from '../model.ts';
import type { Random } from '../random.ts';
import { after, HOUR_MS, MINUTE_MS } from '../times.ts';
import { CHECK_TEMPLATES, FAILURE_MESSAGES } from './check-templates.ts';
import type { Outage } from './outages.ts';
import type { CheckIds } from './write-canaries.ts';

/** Share of the checks without an outage that were down once by themselves. */
const FLAKY_SHARE = 0.1;

interface PlannedCheck {
  readonly check_id: string;
  readonly canary_id: string;
  readonly n: number;
  readonly typical_ms: number;
  readonly failure: string;
  /** When it was down, as PostgreSQL writes a tstzmultirange. */
  readonly down: string;
}

/** Fills demo_checks: one row per check with what its history is computed from: number, typical latency, and when it was down. */
export async function writePlan(
  db: Queries,
  workloads: readonly Workload[],
  outages: readonly Outage[],
  ids: CheckIds,
  options: DemoOptions,
  random: Random,
): Promise<void> {
  await db.query(`DROP TABLE IF EXISTS demo_checks`);
  await db.query(
    `CREATE UNLOGGED TABLE demo_checks (check_id uuid PRIMARY KEY, canary_id uuid, n bigint, typical_ms int, failure text, down tstzmultirange)`,
  );
  await db.query(`INSERT INTO demo_checks SELECT * FROM json_populate_recordset(NULL::demo_checks, $1::json)`, [
    JSON.stringify([...plannedChecks(workloads, outages, ids, options, random)]),
  ]);
  await db.query('ANALYZE demo_checks');
}

function* plannedChecks(
  workloads: readonly Workload[],
  outages: readonly Outage[],
  ids: CheckIds,
  options: DemoOptions,
  random: Random,
): Iterable<PlannedCheck> {
  const byWorkload = Map.groupBy(outages, ({ workload }) => workload.n);
  for (const workload of workloads) {
    const own = byWorkload.get(workload.n) ?? [];
    for (const [index, template] of CHECK_TEMPLATES.entries()) {
      const downs = own
        .filter(({ failing }) => failing.includes(index))
        .map(({ startedAt, endedAt }) => rangeOf(startedAt, endedAt));
      const source = random.part(workload.n * CHECK_TEMPLATES.length + index);
      if (downs.length === 0 && source.chance(FLAKY_SHARE)) downs.push(flakyRange(options, source));
      yield {
        check_id: ids.check(workload, index),
        canary_id: ids.canary(workload),
        n: workload.n * CHECK_TEMPLATES.length + index + 1,
        typical_ms: template.typicalMs,
        failure: FAILURE_MESSAGES[template.type],
        down: `{${downs.join(',')}}`,
      };
    }
  }
}

function rangeOf(from: Date, to: Date | undefined): string {
  return `[${from.toISOString()},${to?.toISOString() ?? ''})`;
}

function flakyRange(options: DemoOptions, random: Random): string {
  const from = random.moment(after(startOf(options), HOUR_MS), after(options.end, -8 * HOUR_MS));
  return rangeOf(from, after(from, random.whole(20, 280) * MINUTE_MS));
}
