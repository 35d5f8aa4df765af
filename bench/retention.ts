/**
 * A year of results through the real roll-up and retention jobs on a simulated clock: how large each table ends up, how long a simulated
 * day takes, and how close the figures of several ranges are to exact ones. Ends after --limit seconds with the days done by then.
 * Flags: --checks 100 --days 365 --limit 165
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, migrate, openDatabase } from '@quarterdeck/database';
import { FakeClock } from '@quarterdeck/testing';
import { healthJobs } from '../apps/server/src/domains/health/jobs.ts';
import { HealthProperties } from '../apps/server/src/domains/health/properties.ts';
import {
  exactFigures,
  insertSimulatedDay,
  jobClock,
  runDailyJobs,
} from '../apps/server/src/domains/health/rollups/testing/simulated-results.ts';
import { checkStats } from '../apps/server/src/domains/health/stats/check-stats.ts';
import { createLog } from '../apps/server/src/platform/log.ts';

const { values: flags } = parseArgs({
  options: {
    checks: { type: 'string', default: '100' },
    days: { type: 'string', default: '365' },
    limit: { type: 'string', default: '165' },
  },
});
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RAW_DAYS = 30;
const START = new Date('2025-01-01T00:00:00Z');
const RANGES: readonly [name: string, ms: number][] = [
  ['1 hour', HOUR_MS],
  ['1 day', DAY_MS],
  ['7 days', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['45.3 days', 45.3 * DAY_MS],
  ['90 days', 90 * DAY_MS],
  ['180 days', 180 * DAY_MS],
  ['365 days', 365 * DAY_MS],
];
const SHARES = [0.5, 0.95, 0.97, 0.99];

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function insertChecks(db: Database): Promise<string[]> {
  await db.query(`INSERT INTO canaries (name, namespace, spec, source) VALUES ('bench', 'bench', '{}', 'UI')`);
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO check_definitions (canary_id, type, name) SELECT c.id, 'http', 'check-' || n FROM canaries c, generate_series(1, $1::int) AS n
     WHERE c.name = 'bench' RETURNING id`,
    [Number(flags.checks)],
  );
  return rows.map(({ id }) => id);
}

/** Simulates day after day. @returns the days that were simulated */
async function simulate(db: Database, clock: FakeClock, checkIds: readonly string[]): Promise<number> {
  const properties = new HealthProperties(db, clock);
  const artifacts = { removeContent: async () => undefined };
  const jobs = healthJobs({ db, clock: jobClock(clock), log: createLog('warn'), properties, artifacts });
  const run = { signal: new AbortController().signal, clock, progress: () => undefined };
  const startedMs = performance.now();
  let insertMs = 0;
  let longestMs = 0;
  let days = 0;
  await clock.advance(5 * 60_000);
  while (days < Number(flags.days) && performance.now() - startedMs < Number(flags.limit) * 1000) {
    const fromMs = performance.now();
    await insertSimulatedDay(db, checkIds, START, days);
    insertMs += performance.now() - fromMs;
    await clock.advance(DAY_MS);
    const jobsFromMs = performance.now();
    await runDailyJobs(jobs, run);
    longestMs = Math.max(longestMs, performance.now() - jobsFromMs);
    days += 1;
  }
  const totalMs = performance.now() - startedMs;
  const jobsMs = (totalMs - insertMs) / days;
  say(
    `${days} days of ${checkIds.length} checks, ${(days * 288 * checkIds.length).toLocaleString('en')} results in ${(totalMs / 1000).toFixed(0)} s`,
  );
  say(`jobs of a day: ${jobsMs.toFixed(0)} ms on average, ${longestMs.toFixed(0)} ms at most`);
  return days;
}

async function printSizes(db: Database): Promise<void> {
  for (const table of ['check_statuses', 'check_statuses_1h', 'check_statuses_1d']) {
    const { rows } = await db.query<{ bytes: string; count: string; oldest: Date | null }>(
      `SELECT coalesce(sum(pg_total_relation_size(t.relid)), pg_total_relation_size('${table}')) AS bytes, (SELECT count(*) FROM ${table}) AS count,
         (SELECT min(${table === 'check_statuses' ? 'time' : 'created_at'}) FROM ${table}) AS oldest
       FROM pg_partition_tree('${table}') t WHERE t.isleaf`,
    );
    const [row] = rows;
    const megabytes = (Number(row?.bytes ?? 0) / 1e6).toFixed(1);
    say(
      `${table.padEnd(20)} ${Number(row?.count).toLocaleString('en').padStart(12)} rows ${megabytes.padStart(8)} MB, since ${row?.oldest?.toISOString()}`,
    );
  }
}

/** @returns whether counts were exact and percentiles within 1 % */
async function compare(db: Database, clock: FakeClock, checkIds: readonly string[], days: number): Promise<boolean> {
  const toMs = clock.now().getTime();
  const endMs = START.getTime() + days * DAY_MS;
  let isGood = true;
  for (const [name, lengthMs] of RANGES.filter(([, ms]) => ms <= days * DAY_MS)) {
    let worst = 0;
    let wrongCounts = 0;
    let ms = 0;
    const places = [0, 1, 2, 3, 4].map((n) => Math.floor((n * checkIds.length) / 5));
    for (const place of places) {
      const checkId = checkIds[place] ?? '';
      const fromMs = performance.now();
      const options = { nowMs: toMs, retention: { rawDays: RAW_DAYS } };
      const stats = await checkStats(db, checkId, { fromMs: toMs - lengthMs, toMs }, options);
      ms = Math.max(ms, performance.now() - fromMs);
      const exact = exactFigures(
        START.getTime(),
        place + 1,
        { fromMs: Date.parse(stats.range.from), toMs: Math.min(toMs, endMs) },
        SHARES,
      );
      if (stats.uptime.passed !== exact.passed || stats.uptime.failed !== exact.failed) wrongCounts += 1;
      const { p50, p95, p97, p99 } = stats.latency;
      for (const [index, value] of [p50, p95, p97, p99].entries()) {
        const wanted = exact.percentiles[index] ?? Number.NaN;
        worst = Math.max(worst, Math.abs((value ?? 0) - wanted) / wanted);
      }
    }
    isGood &&= wrongCounts === 0 && worst <= 0.0101;
    const counts = wrongCounts === 0 ? 'counts exact' : `${wrongCounts} WRONG COUNTS`;
    say(
      `${name.padEnd(10)} percentiles off by at most ${(worst * 100).toFixed(2)} %, ${counts}, read in ${ms.toFixed(1)} ms at most`,
    );
  }
  return isGood;
}

const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-bench-retention-'));
const db = await openDatabase({ dataDir: folder, engine: 'auto' });
try {
  await migrate(db);
  // Waiting for the disk at each of the many small transactions is not what is measured.
  await db.query('ALTER SYSTEM SET synchronous_commit = off');
  await db.query('SELECT pg_reload_conf()');
  const clock = new FakeClock(START);
  const checkIds = await insertChecks(db);
  const days = await simulate(db, clock, checkIds);
  await printSizes(db);
  if (!(await compare(db, clock, checkIds, days))) process.exitCode = 1;
} finally {
  await db.close();
  await rm(folder, { recursive: true, force: true });
}
