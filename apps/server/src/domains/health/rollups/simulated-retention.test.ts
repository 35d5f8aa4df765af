import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCheck } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { healthJobs } from '../jobs.ts';
import { HealthProperties } from '../properties.ts';
import { checkStats } from '../stats/check-stats.ts';
import { DAY_MS, HOUR_MS } from '../stats/segments.ts';
import { exactFigures, insertSimulatedDay, jobClock, runDailyJobs } from './testing/simulated-results.ts';

const START = new Date('2025-11-01T00:00:00Z');
const DAYS = 16;
const RAW_DAYS = 3;
const { signal } = new AbortController();

describe('results of weeks, rolled up and dropped by the jobs', () => {
  let db: Database;
  const clock = new FakeClock(START);
  const checkIds: string[] = [];

  beforeAll(async () => {
    db = await createTestDatabase();
    await db.query(`INSERT INTO properties (name, value) VALUES ('check.status.retention.days', $1)`, [String(RAW_DAYS)]);
    for (const name of ['one', 'two', 'three']) checkIds.push((await insertCheck(db, { name })).checkId);
    const properties = new HealthProperties(db, clock);
    const artifacts = { removeContent: async () => undefined };
    const jobs = healthJobs({ db, clock: jobClock(clock), log: createLog('silent'), properties, artifacts });
    const run = { signal, clock, progress: () => undefined };
    for (let day = 0; day < DAYS; day += 1) {
      await runDailyJobs(jobs, run);
      await insertSimulatedDay(db, checkIds, START, day);
      await clock.advance(DAY_MS);
    }
    await clock.advance(5 * 60_000);
    await runDailyJobs(jobs, run);
  });
  afterAll(() => db.close());

  it.each([HOUR_MS, 6 * HOUR_MS, DAY_MS, 2.3 * DAY_MS, 5 * DAY_MS, 8 * DAY_MS, 12.5 * DAY_MS, 16 * DAY_MS])(
    'count exactly over the last %d ms, with percentiles within 1 %',
    async (lengthMs) => {
      const toMs = clock.now().getTime();
      for (const [place, checkId] of checkIds.entries()) {
        const span = { fromMs: toMs - lengthMs, toMs };
        const stats = await checkStats(db, checkId, span, { nowMs: toMs, retention: { rawDays: RAW_DAYS } });
        const counted = { fromMs: Date.parse(stats.range.from), toMs: Math.min(toMs, START.getTime() + DAYS * DAY_MS) };
        const exact = exactFigures(START.getTime(), place + 1, counted, [0.5, 0.95, 0.99]);
        expect(stats.uptime).toEqual({ passed: exact.passed, failed: exact.failed });
        const { p50, p95, p99 } = stats.latency;
        for (const [index, value] of [p50, p95, p99].entries()) {
          const wanted = exact.percentiles[index] ?? Number.NaN;
          expect(Math.abs((value ?? 0) - wanted) / wanted).toBeLessThanOrEqual(0.0101);
        }
      }
    },
  );

  it('stay as long as they are to: raw for the days of the property, hours three times that, days longer', async () => {
    const oldest = async (table: string, column: string) => {
      const { rows } = await db.query<{ at: Date }>(`SELECT min(${column}) AS at FROM ${table}`);
      return Math.round((clock.now().getTime() - (rows[0]?.at.getTime() ?? 0)) / DAY_MS);
    };
    expect(await oldest('check_statuses', 'time')).toBe(RAW_DAYS);
    expect(await oldest('check_statuses_1h', 'created_at')).toBe(3 * RAW_DAYS);
    expect(await oldest('check_statuses_1d', 'created_at')).toBe(DAYS);
  });
});
