import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCanary, recordLog } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileCanaries } from '../canaries/reconcile.ts';
import { microsecondsOf } from '../results/microseconds.ts';
import type { ResultRow } from '../results/result-row.ts';
import { storeResults } from '../results/result-store.ts';
import type { LoadedCanary } from './canary-cache.ts';
import { findNextDue } from './schedule-store.ts';
import { CanaryScheduler, LEASE_MS } from './scheduler.ts';

const CANARIES = 60;
const CHECKS = 5;
const INTERVAL_MS = 30_000;
const STEP_MS = 500;
const RENEW_EVERY_MS = 20_000;
/** Longest time that a run takes. */
const RUN_MS = 3_000;

describe('a worker that dies in the middle of its runs', () => {
  let db: Database;
  let clock: FakeClock;
  const log = recordLog();

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    clock = new FakeClock('2026-03-01T10:00:00Z');
    await db.query('DELETE FROM canaries');
  });

  function rowOf(checkId: string, startedAt: Date): ResultRow {
    const row = { checkId, timeUs: microsecondsOf(startedAt), pass: true, invalid: false, durationMs: 1, message: '', error: '' };
    return { ...row, details: undefined, nextRuntime: undefined };
  }

  /** A worker whose runs take up to three seconds; once dead it stores nothing, renews nothing and claims nothing. */
  function createWorker(name: string) {
    const worker = { isDead: false, runs: 0, stores: Promise.resolve() };
    const run = async (canary: LoadedCanary, signal: AbortSignal) => {
      const startedAt = clock.now();
      worker.runs += 1;
      await clock.sleep((worker.runs % 7) * (RUN_MS / 6), signal);
      return canary.definition.checks.flatMap((check) => (check.id === undefined ? [] : [rowOf(check.id, startedAt)]));
    };
    const scheduler = new CanaryScheduler({
      ...{ db, clock, log, worker: name, run },
      usesJitter: () => false,
      isEnabled: async () => true,
      writer: {
        enqueue: ({ results, release }) => {
          if (worker.isDead) return;
          worker.stores = worker.stores.then(async () => {
            await storeResults(db, results, release ? [release] : []);
          });
        },
      },
    });
    return { worker, scheduler };
  }

  async function step(workers: readonly ReturnType<typeof createWorker>[], elapsedMs: number): Promise<void> {
    for (const { worker, scheduler } of workers) {
      if (worker.isDead) continue;
      await worker.stores;
      if (elapsedMs % RENEW_EVERY_MS === 0) await scheduler.renewOnce();
      await scheduler.claimOnce();
    }
    await clock.advance(STEP_MS);
  }

  it('delays no check by more than its lease, runs none twice and loses none', async () => {
    const http = Array.from({ length: CHECKS }, (_, n) => ({ name: `c${n}`, url: 'http://127.0.0.1/' }));
    for (let n = 0; n < CANARIES; n += 1) await insertCanary(db, { name: `canary-${n}`, spec: { schedule: '@every 30s', http } });
    await reconcileCanaries({ db, clock, log });
    const workers = [createWorker('one'), createWorker('two')];
    const [first, second] = workers;
    const startMs = clock.now().getTime();
    let diedAtMs = 0;
    for (let elapsedMs = 0; elapsedMs < 5 * 60_000; elapsedMs += STEP_MS) {
      if (diedAtMs === 0 && elapsedMs >= 60_000 && (first?.scheduler.running ?? 0) > 0) {
        if (first !== undefined) first.worker.isDead = true;
        diedAtMs = clock.now().getTime();
      }
      await step(workers, elapsedMs);
    }
    await second?.worker.stores;

    expect(diedAtMs).toBeGreaterThan(startMs);
    expect(first?.worker.runs).toBeGreaterThan(10);
    const { rows } = await db.query<{ times: string[] }>(
      `SELECT array_agg((extract(epoch FROM s.time) * 1000)::bigint::text ORDER BY s.time) AS times
       FROM check_definitions d LEFT JOIN check_statuses s ON s.check_id = d.id GROUP BY d.id`,
    );
    expect(rows).toHaveLength(CANARIES * CHECKS);
    const gaps = rows.flatMap(({ times }) => times.slice(1).map((time, index) => Number(time) - Number(times[index])));
    expect(Math.max(...gaps)).toBeGreaterThan(INTERVAL_MS + STEP_MS);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(INTERVAL_MS + LEASE_MS + STEP_MS);
    const slots = rows.map(({ times }) => times.map((time) => Math.floor((Number(time) - startMs) / 1000)));
    for (const times of slots) {
      expect(new Set(times).size).toBe(times.length);
      expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 10)).toBe(true);
      expect((times.at(-1) ?? 0) * 1000).toBeGreaterThan(5 * 60_000 - INTERVAL_MS - RUN_MS - STEP_MS);
    }
  });

  it('is noticed the moment its lease runs out, because workers wake for that', async () => {
    await insertCanary(db, { spec: { schedule: '@every 1h', http: [{ name: 'page', url: 'http://127.0.0.1/' }] } });
    await reconcileCanaries({ db, clock, log });
    const { scheduler } = createWorker('one');
    await scheduler.claimOnce();
    expect(await findNextDue(db)).toEqual(new Date(clock.now().getTime() + LEASE_MS));
  });
});
