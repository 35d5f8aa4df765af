import { CheckStatsSchema, GraphSchema } from '@quarterdeck/contract/health';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCheck, insertResults, type ResultInput } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePartitions } from '../../../app/retention/daily-partitions.ts';
import { checkStats } from '../stats/check-stats.ts';
import { checkGraph } from '../stats/graph.ts';
import { DAY_MS, HOUR_MS } from '../stats/segments.ts';
import { deleteOldHours, dropOldResults } from './retention.ts';
import { rollUpFullDays, rollUpFullHours, rollUpLateHours } from './roll-up.ts';
import { jobClock } from './testing/simulated-results.ts';

const NOW = new Date('2026-03-10T10:20:30Z');
const MINUTE_MS = 60_000;
const RETENTION = { rawDays: 30 };

/** Deterministic numbers in [0, 1). */
function* randomNumbers(seed: number): Generator<number, number> {
  let state = seed;
  while (true) {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Results at uneven moments from 1 ms to about a minute long, some failed. */
function results(seed: number, from: number, to: number, stepMs: number): ResultInput[] {
  const random = randomNumbers(seed);
  const list: ResultInput[] = [];
  for (let at = from; at < to; at += stepMs) {
    const time = new Date(at + Math.floor(random.next().value * stepMs));
    list.push({ time, durationMs: Math.round(Math.exp(random.next().value * 11)), passed: random.next().value > 0.1 });
  }
  return list.filter((result) => result.time.getTime() < to);
}

function nearestRank(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

describe('roll-ups', () => {
  let db: Database;
  const clock = jobClock(new FakeClock(NOW));
  const rollUp = () => ({ db, clock, signal: new AbortController().signal });
  let checkId: string;
  let otherId: string;
  let all: ResultInput[];

  beforeAll(async () => {
    db = await createTestDatabase();
    await db.query(`SELECT ensure_check_status_partitions('2026-02-01', '2026-03-12')`);
    ({ checkId } = await insertCheck(db, { name: 'one' }));
    ({ checkId: otherId } = await insertCheck(db, { name: 'other' }));
    all = results(11, NOW.getTime() - 9 * DAY_MS, NOW.getTime(), 7 * MINUTE_MS);
    await insertResults(db, checkId, all);
    await insertResults(db, otherId, results(5, NOW.getTime() - 2 * DAY_MS, NOW.getTime(), 30 * MINUTE_MS));
    await rollUpFullHours(rollUp());
    await rollUpFullDays(rollUp());
  });
  afterAll(() => db.close());

  async function expectStats(fromMs: number, toMs: number): Promise<void> {
    const stats = await checkStats(db, checkId, { fromMs, toMs }, { nowMs: NOW.getTime(), retention: RETENTION });
    const inside = all.filter(({ time }) => time.getTime() >= fromMs && time.getTime() < toMs);
    const durations = inside.map((result) => result.durationMs);

    expect(() => CheckStatsSchema.parse(stats)).not.toThrow();
    expect(stats.uptime).toEqual({
      passed: inside.filter((result) => result.passed).length,
      failed: inside.filter((result) => !result.passed).length,
    });
    expect(stats.buckets.reduce((sum, bucket) => sum + bucket.passed + bucket.failed, 0)).toBe(inside.length);
    expect(stats.latency.max).toBe(Math.max(...durations));
    expect(stats.latency.avg).toBeCloseTo(durations.reduce((sum, ms) => sum + ms, 0) / durations.length, 6);
    for (const [key, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p97', 0.97],
      ['p99', 0.99],
    ] as const) {
      const exact = nearestRank(durations, share);
      expect(Math.abs((stats.latency[key] ?? Number.NaN) - exact)).toBeLessThanOrEqual(Math.max(0.01 * exact, 0.06));
    }
  }

  it.each([
    ['15 minutes', 15 * MINUTE_MS],
    ['3 hours', 3 * HOUR_MS],
    ['1 day', DAY_MS],
    ['3 days', 3 * DAY_MS],
    ['a week and some', 8 * DAY_MS + 12_345_678],
    ['2 months', 60 * DAY_MS],
    ['2 years', 730 * DAY_MS],
    ['5 years', 1825 * DAY_MS],
  ])('give for %s exact counts and percentiles within one per cent', async (_name, lengthMs) => {
    await expectStats(NOW.getTime() - lengthMs, NOW.getTime());
  });

  it('give exact counts for spans that begin and end anywhere', async () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 12; round++) {
      const fromMs = NOW.getTime() - Math.floor((1 + random.next().value * 8) * DAY_MS);
      await expectStats(fromMs, fromMs + Math.floor((0.05 + random.next().value) * DAY_MS));
    }
  });

  it('hold one row per check and full hour, none for the hour that runs', async () => {
    const { rows } = await db.query<{ last: Date; until: Date }>(
      `SELECT (SELECT max(created_at) FROM check_statuses_1h) AS last, complete_until AS until FROM check_rollups WHERE level = '1h'`,
    );

    expect(rows[0]).toEqual({ last: new Date('2026-03-10T09:00:00Z'), until: new Date('2026-03-10T10:00:00Z') });
  });

  it('write nothing when no hour ended since', async () => {
    expect(await rollUpFullHours(rollUp())).toBe(0);
    expect(await rollUpFullDays(rollUp())).toBe(0);
  });

  it('count a late result before and after its hour was made again', async () => {
    const late: ResultInput = { time: new Date('2026-03-08T04:12:13.5Z'), durationMs: 777, passed: false };
    await insertResults(db, checkId, [late]);
    await db.query(`INSERT INTO check_rollups_late (hour, check_id) VALUES ('2026-03-08T04:00:00Z', $1)`, [checkId]);
    all.push(late);

    await expectStats(NOW.getTime() - 5 * DAY_MS, NOW.getTime());
    await expectStats(NOW.getTime() - 800 * DAY_MS, NOW.getTime());
    expect(await rollUpLateHours(rollUp(), new Date(NOW.getTime() - 30 * DAY_MS))).toBe(1);
    await expectStats(NOW.getTime() - 5 * DAY_MS, NOW.getTime());
    await expectStats(NOW.getTime() - 800 * DAY_MS, NOW.getTime());
  });

  it('answer the graph with buckets at the nearest multiple and percentiles of the durations themselves', async () => {
    const options = { nowMs: NOW.getTime(), retention: RETENTION, runnerName: 'test' };
    const span = { fromMs: NOW.getTime() - 6 * HOUR_MS, toMs: NOW.getTime() };

    const graph = await checkGraph(db, checkId, span, options);

    const inside = all.filter(({ time }) => time.getTime() >= span.fromMs);
    expect(() => GraphSchema.parse(graph)).not.toThrow();
    expect(graph.latency.p95).toBe(
      nearestRank(
        inside.map((result) => result.durationMs),
        0.95,
      ),
    );
    for (const bucket of graph.status ?? []) {
      const center = Date.parse(bucket.time);
      const members = inside.filter(
        ({ time }) => time.getTime() >= center - 7.5 * MINUTE_MS && time.getTime() < center + 7.5 * MINUTE_MS,
      );
      expect(center % (15 * MINUTE_MS)).toBe(0);
      expect((bucket.passed ?? 0) + (bucket.failed ?? 0)).toBe(members.length);
      expect('status' in bucket).toBe(members.every((result) => result.passed));
    }
  });

  it('answer an empty graph without buckets', async () => {
    const { checkId: emptyId } = await insertCheck(db, { name: 'never ran' });

    const graph = await checkGraph(
      db,
      emptyId,
      { fromMs: 0, toMs: HOUR_MS },
      { nowMs: NOW.getTime(), retention: RETENTION, runnerName: 'x' },
    );

    expect(graph).toEqual({ runnerName: 'x', status: null, latency: { rolling1h: 0 }, uptime: { passed: 0, failed: 0 } });
  });

  it('outlive the raw results: the figures stay the same when those are dropped', async () => {
    const span = { fromMs: Date.parse('2026-03-02T05:00:00Z'), toMs: NOW.getTime() };
    const before = await checkStats(db, checkId, span, { nowMs: NOW.getTime(), retention: RETENTION });

    const dropped = await dropOldResults(db, NOW, 3);
    const after = await checkStats(db, checkId, span, { nowMs: NOW.getTime(), retention: { rawDays: 3 } });

    const { rows } = await db.query<{ oldest: Date }>('SELECT min(time) AS oldest FROM check_statuses');
    expect(dropped).toBeGreaterThan(20);
    expect(rows[0]?.oldest.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-07T00:00:00Z'));
    expect(after).toEqual(before);
  });

  it('keep hours three times as long as raw results, and never drop what is not merged', async () => {
    await db.query(`UPDATE check_rollups SET complete_until = '2026-03-03T00:00:00Z' WHERE level = '1d'`);

    await deleteOldHours(db, NOW, 1);

    const { rows } = await db.query<{ oldest: Date }>('SELECT min(created_at) AS oldest FROM check_statuses_1h');
    expect(rows[0]?.oldest).toEqual(new Date('2026-03-03T00:00:00Z'));
  });

  it('get their partitions ahead of time, and again without harm', async () => {
    const ahead = new Date('2026-05-01T12:00:00Z');

    expect(await ensurePartitions(db, 'check_statuses', ahead)).toBe(9);
    expect(await ensurePartitions(db, 'check_statuses', ahead)).toBe(0);
  });
});
