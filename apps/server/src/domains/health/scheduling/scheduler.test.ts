import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, insertCanary, recordLog } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileCanaries } from '../canaries/reconcile.ts';
import type { ResultRow } from '../results/result-row.ts';
import { storeResults } from '../results/result-store.ts';
import type { RunOutcome } from '../results/result-writer.ts';
import { CanaryScheduler, LEASE_MS } from './scheduler.ts';

const SPEC = { schedule: '@every 60s', http: [{ name: 'page', url: 'http://127.0.0.1/' }] };

interface ScheduleRow {
  next_at: Date;
  lease_until: Date | null;
  worker: string | null;
}

describe('the scheduler', () => {
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

  function createWorker(
    name: string,
    run: (signal: AbortSignal) => Promise<void> = async () => {},
    overrides: { isEnabled?: boolean; results?: readonly ResultRow[] } = {},
  ) {
    const outcomes: RunOutcome[] = [];
    const started: string[] = [];
    const signals: AbortSignal[] = [];
    const scheduler = new CanaryScheduler({
      db,
      clock,
      log,
      worker: name,
      writer: { enqueue: (outcome) => outcomes.push(outcome) },
      usesJitter: () => false,
      isEnabled: async () => overrides.isEnabled ?? true,
      run: async (canary, signal) => {
        started.push(canary.id);
        signals.push(signal);
        await run(signal);
        return overrides.results ?? [];
      },
    });
    const release = async () => {
      for (const outcome of outcomes.splice(0)) await storeResults(db, outcome.results, outcome.release ? [outcome.release] : []);
    };
    return { scheduler, started, signals, outcomes, release };
  }

  async function addCanary(spec: Record<string, unknown> = SPEC): Promise<string> {
    const id = await insertCanary(db, { spec });
    await reconcileCanaries({ db, clock, log });
    return id;
  }

  async function scheduleOf(id: string): Promise<ScheduleRow | undefined> {
    const { rows } = await db.query<ScheduleRow>(
      `SELECT nullif(next_at, 'infinity') AS next_at, lease_until, worker FROM canary_schedules WHERE canary_id = $1`,
      [id],
    );
    return rows[0];
  }

  it('runs a new canary at once and then on its grid', async () => {
    const id = await addCanary();
    const { scheduler, started, release } = createWorker('w1');

    await scheduler.claimOnce();
    await scheduler.idle();
    await release();

    expect(started).toEqual([id]);
    expect(await scheduleOf(id)).toEqual({ next_at: new Date('2026-03-01T10:01:00Z'), lease_until: null, worker: null });
  });

  it('runs a canary whose target hangs less often, and as before once it answers or was changed', async () => {
    const id = await addCanary();
    const hanging: ResultRow = {
      checkId: '00000000-0000-4000-8000-000000000001',
      timeUs: 0,
      pass: false,
      invalid: false,
      durationMs: 10_000,
      message: '',
      error: 'timed out',
      details: undefined,
      nextRuntime: undefined,
    };
    const runWith = async (results: readonly ResultRow[]) => {
      const { scheduler, release } = createWorker('w1', undefined, { results });
      await scheduler.claimOnce();
      await scheduler.idle();
      await release();
      const due = (await scheduleOf(id))?.next_at ?? clock.now();
      const waitMs = due.getTime() - clock.now().getTime();
      await clock.advance(waitMs);
      return waitMs / 1000;
    };

    const waits: number[] = [];
    for (let failure = 1; failure <= 10; failure++) waits.push(await runWith([hanging]));
    const afterRecovery = await runWith([{ ...hanging, pass: true }]);
    for (let failure = 1; failure <= 5; failure++) await runWith([hanging]);
    await db.query(`UPDATE canaries SET spec = jsonb_set(spec, '{http,0,url}', '"http://127.0.0.1/other"') WHERE id = $1`, [id]);
    await reconcileCanaries({ db, clock, log });
    await clock.advance(10_000);

    expect(waits).toEqual([60, 60, 60, 60, 120, 120, 120, 120, 120, 240]);
    expect(afterRecovery).toBe(60);
    expect(await runWith([hanging])).toBeLessThanOrEqual(60);
  });

  it('starts a run that was claimed ahead exactly when it is due', async () => {
    const id = await addCanary();
    await db.query(`UPDATE canary_schedules SET next_at = '2026-03-01T10:00:00.700Z'`);
    const { scheduler, started } = createWorker('w1');

    await scheduler.claimOnce();
    await clock.advance(699);
    expect(started).toEqual([]);
    await clock.advance(1);

    expect(started).toEqual([id]);
  });

  it('never runs a canary twice at the same time, whoever asks', async () => {
    await addCanary();
    let finish = () => {};
    const first = createWorker('w1', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = createWorker('w2');

    await first.scheduler.claimOnce();
    await clock.advance(5_000);

    expect(await second.scheduler.claimOnce()).toBe(0);
    expect(await first.scheduler.claimOnce()).toBe(0);
    finish();
    await first.scheduler.idle();
  });

  it('shares due canaries among workers, each to one', async () => {
    for (let index = 0; index < 40; index++) await insertCanary(db, { name: `c${index}`, spec: SPEC });
    await reconcileCanaries({ db, clock, log });
    const workers = [createWorker('w1'), createWorker('w2'), createWorker('w3')];

    await Promise.all(workers.map(({ scheduler }) => scheduler.claimOnce()));
    for (const { scheduler } of workers) await scheduler.idle();

    const started = workers.flatMap((worker) => worker.started);
    expect(started).toHaveLength(40);
    expect(new Set(started).size).toBe(40);
  });

  it('hands the canary of a dead worker to another when its lease ran out', async () => {
    const id = await addCanary();
    const dead = createWorker('dead', () => new Promise<void>(() => {}));
    const other = createWorker('other');
    await dead.scheduler.claimOnce();

    await clock.advance(LEASE_MS - 1);
    expect(await other.scheduler.claimOnce()).toBe(0);
    await clock.advance(1);
    await other.scheduler.claimOnce();
    await other.scheduler.idle();

    expect(other.started).toEqual([id]);
  });

  it('keeps a canary whose run outlasts the lease, as long as the lease is renewed', async () => {
    await addCanary();
    const slow = createWorker('slow', () => new Promise<void>(() => {}));
    const other = createWorker('other');
    await slow.scheduler.claimOnce();

    for (let elapsed = 0; elapsed < 3 * LEASE_MS; elapsed += 20_000) {
      await clock.advance(20_000);
      await slow.scheduler.renewOnce();
      expect(await other.scheduler.claimOnce()).toBe(0);
    }
  });

  it('gives up a run whose lease another worker took, and stores nothing of it', async () => {
    await addCanary();
    let finish = () => {};
    const slow = createWorker('slow', () => new Promise<void>((resolve) => (finish = resolve)));
    await slow.scheduler.claimOnce();
    await clock.advance(LEASE_MS);
    await createWorker('other', () => new Promise<void>(() => {})).scheduler.claimOnce();

    await slow.scheduler.renewOnce();
    finish();
    await slow.scheduler.idle();

    expect(slow.signals[0]?.aborted).toBe(true);
    expect(slow.outcomes).toEqual([]);
  });

  it.each([
    ['suspended by replicas', { ...SPEC, replicas: 0 }],
    ['never scheduled', { ...SPEC, schedule: '@never' }],
    ['without a schedule', { http: SPEC.http }],
    ['with an unusable schedule', { ...SPEC, schedule: 'now and then' }],
  ])('does not run a canary that is %s', async (_name, spec) => {
    await addCanary(spec);
    await clock.advance(3_600_000);

    expect(await createWorker('w1').scheduler.claimOnce()).toBe(0);
  });

  it('does not run a canary that was deleted', async () => {
    const id = await addCanary();
    await db.query('UPDATE canaries SET deleted_at = now() WHERE id = $1', [id]);

    expect(await createWorker('w1').scheduler.claimOnce()).toBe(0);
  });

  it('claims nothing while checks are switched off', async () => {
    await addCanary();

    expect(await createWorker('w1', undefined, { isEnabled: false }).scheduler.claimOnce()).toBe(0);
  });

  it('runs an edited canary again at once, even when the edit came during a run', async () => {
    const id = await addCanary();
    let finish = () => {};
    const worker = createWorker('w1', () => new Promise<void>((resolve) => (finish = resolve)));
    await worker.scheduler.claimOnce();
    await clock.advance(2_000);

    await db.query(`UPDATE canaries SET spec = jsonb_set(spec, '{schedule}', '"@every 1h"') WHERE id = $1`, [id]);
    await reconcileCanaries({ db, clock, log });
    finish();
    await worker.scheduler.idle();
    await worker.release();

    expect((await scheduleOf(id))?.next_at).toEqual(new Date('2026-03-01T10:00:10Z'));
  });

  it('gives back on stop what did not start, still due', async () => {
    const id = await addCanary();
    await db.query(`UPDATE canary_schedules SET next_at = '2026-03-01T10:00:00.900Z'`);
    const { scheduler, started } = createWorker('w1');
    await scheduler.claimOnce();

    await scheduler.stop(1_000);

    expect(started).toEqual([]);
    expect(await scheduleOf(id)).toEqual({ next_at: new Date('2026-03-01T10:00:00.900Z'), lease_until: null, worker: null });
  });

  it('aborts on stop what outlasts the grace time, and leaves the canary due', async () => {
    const id = await addCanary();
    const worker = createWorker(
      'w1',
      (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    await worker.scheduler.claimOnce();

    const stopped = worker.scheduler.stop(5_000);
    await clock.advance(0);
    await clock.advance(4_999);
    expect(worker.signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    await stopped;

    expect(worker.outcomes).toEqual([]);
    await expect
      .poll(() => scheduleOf(id))
      .toEqual({ next_at: new Date('2026-03-01T10:00:00Z'), lease_until: null, worker: null });
  });

  it('lets running canaries finish on stop', async () => {
    await addCanary();
    let finish = () => {};
    const worker = createWorker('w1', () => new Promise<void>((resolve) => (finish = resolve)));
    await worker.scheduler.claimOnce();

    const stopped = worker.scheduler.stop(5_000);
    await clock.advance(1_000);
    finish();
    await stopped;

    expect(worker.outcomes).toHaveLength(1);
  });
});
