import { setTimeout as sleep } from 'node:timers/promises';
import type { JobDefinition } from '../../../../app/context.ts';
import type { HealthClock, Queries } from '../../environment.ts';
import { DAY_MS } from '../../stats/segments.ts';

/** Between two results of a check. */
export const STEP_MS = 300_000;
const RESULTS_A_DAY = DAY_MS / STEP_MS;
const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/** The jobs that keep the results of checks in order, as often as they matter to a simulated day. */
const DAILY_JOBS = [
  'EnsureCheckStatusPartitions',
  'AggregateCheckStatuses1h',
  'AggregateCheckStatuses1d',
  'DeleteOldCheckStatuses',
  'DeleteOldCheckStatuses1h',
  'DeleteOldCheckStatuses1d',
] as const;

export interface SimulatedResult {
  timeMs: number;
  durationMs: number;
  passed: boolean;
}

/** Result `index` of check `number`; the same arithmetic as in `INSERT_DAY`. Durations are spread over 1 ms to 33 s, one in 97 fails. */
export function simulatedResult(startMs: number, number: number, index: number): SimulatedResult {
  const first = (((number * 1_000_003 + index * 7) % MODULUS) * MULTIPLIER) % MODULUS;
  const second = (first * MULTIPLIER) % MODULUS;
  return {
    timeMs: startMs + index * STEP_MS + number * 1000,
    durationMs: 1 + (second % 2 ** (1 + (first % 15))),
    passed: first % 97 !== 0,
  };
}

/** Results $2 up to $3 of every check of the array $1, whose numbers are their places in it, from the start $4 on. */
const INSERT_DAY = `
  INSERT INTO check_statuses (check_id, time, status, invalid, duration, message, error)
  SELECT check_id, $4::timestamptz + make_interval(secs => index * ${STEP_MS / 1000} + number), first % 97 <> 0, false,
    1 + second % (1 << (1 + first % 15)::integer), '', ''
  FROM unnest($1::uuid[]) WITH ORDINALITY AS c(check_id, number), generate_series($2::bigint, $3::bigint - 1) AS index,
    LATERAL (SELECT ((number * 1000003 + index * 7) % ${MODULUS}) * ${MULTIPLIER} % ${MODULUS} AS first) AS f,
    LATERAL (SELECT first * ${MULTIPLIER} % ${MODULUS} AS second) AS s`;

/** Writes the results of one day. `day` counts from 0. */
export async function insertSimulatedDay(db: Queries, checkIds: readonly string[], start: Date, day: number): Promise<void> {
  await db.query(INSERT_DAY, [checkIds, day * RESULTS_A_DAY, (day + 1) * RESULTS_A_DAY, start]);
}

/** The clock for the jobs: what they wait for is the database, whose other transactions end in real time. */
export function jobClock(clock: HealthClock): HealthClock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    setTimeout: (work, ms) => clock.setTimeout(work, ms),
    sleep: async (ms, signal) => {
      await sleep(Math.min(ms, 20), undefined, signal === undefined ? {} : { signal });
    },
  };
}

/** Runs the real jobs once, in the order in which they build on each other. */
export async function runDailyJobs(jobs: readonly JobDefinition[], run: Parameters<JobDefinition['run']>[0]): Promise<void> {
  for (const name of DAILY_JOBS) {
    const job = jobs.find((candidate) => candidate.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    await job.run(run);
  }
}

/** Exact figures of a check between two moments. */
export function exactFigures(
  startMs: number,
  number: number,
  span: { fromMs: number; toMs: number },
  shares: readonly number[],
): { passed: number; failed: number; percentiles: number[] } {
  const durations: number[] = [];
  let passed = 0;
  const firstIndex = Math.max(0, Math.floor((span.fromMs - startMs) / STEP_MS) - 1);
  for (let index = firstIndex; ; index += 1) {
    const result = simulatedResult(startMs, number, index);
    if (result.timeMs >= span.toMs) break;
    if (result.timeMs < span.fromMs) continue;
    durations.push(result.durationMs);
    if (result.passed) passed += 1;
  }
  durations.sort((a, b) => a - b);
  const percentiles = shares.map((share) => durations[Math.max(0, Math.ceil(share * durations.length) - 1)] ?? Number.NaN);
  return { passed, failed: durations.length - passed, percentiles };
}
