import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { JobDefinition } from './context.ts';
import { JobRunner } from './job-runner.ts';

let db: Database;
let clock: FakeClock;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('TRUNCATE job_schedules, job_history, properties');
  clock = new FakeClock();
});
afterAll(() => db.close());

function runner(instanceId: string, ...jobs: JobDefinition[]): JobRunner {
  return new JobRunner({ db, clock, instanceId, log: createLog('silent') }, jobs);
}

async function declareDue(name: string): Promise<void> {
  await db.query('INSERT INTO job_schedules (name, next_at) VALUES ($1, $2)', [name, clock.now()]);
}

async function history(): Promise<unknown[]> {
  const { rows } = await db.query(
    'SELECT name, status, success_count, error_count, details FROM job_history ORDER BY created_at, id',
  );
  return rows;
}

describe('a job', () => {
  it('runs when it is due, then again after its interval', async () => {
    let runs = 0;
    const jobs = runner('a', { name: 'Tidy', schedule: '@every 1m', run: async () => void runs++ });
    await declareDue('Tidy');

    await jobs.runDue();
    await jobs.runDue();
    const beforeInterval = runs;
    await clock.advance(60_000);
    await jobs.runDue();

    expect([beforeInterval, runs]).toEqual([1, 2]);
  });

  it('runs in one instance at a time', async () => {
    const started: string[] = [];
    const finish = Promise.withResolvers<void>();
    const job = (instance: string): JobDefinition => ({
      name: 'Tidy',
      schedule: '@every 1m',
      run: async () => {
        started.push(instance);
        await finish.promise;
      },
    });
    await declareDue('Tidy');

    const first = runner('a', job('a')).runDue();
    await expect.poll(() => started).toEqual(['a']);
    await runner('b', job('b')).runDue();
    finish.resolve();
    await first;

    expect(started).toEqual(['a']);
  });

  it('is taken over after the lease of an instance that died', async () => {
    await declareDue('Tidy');
    await db.query(`UPDATE job_schedules SET worker = 'dead', lease_until = $1`, [new Date(clock.now().getTime() + 300_000)]);
    let runs = 0;
    const jobs = runner('b', { name: 'Tidy', schedule: '@every 1m', run: async () => void runs++ });

    await jobs.runDue();
    const whileLeased = runs;
    await clock.advance(300_000);
    await jobs.runDue();

    expect([whileLeased, runs]).toEqual([0, 1]);
  });

  it('says in its history that it runs, and of a run whose instance died that it is stale', async () => {
    await declareDue('Tidy');
    await db.query(`INSERT INTO job_history (name, status) VALUES ('Tidy', 'RUNNING')`);
    let during: unknown[] = [];
    const jobs = runner('b', {
      name: 'Tidy',
      schedule: '@every 1m',
      run: async () => {
        during = await history();
      },
    });

    await jobs.runDue();

    expect(during).toMatchObject([{ status: 'STALE' }, { status: 'RUNNING' }]);
    expect(await history()).toMatchObject([{ status: 'STALE' }, { status: 'SUCCESS' }]);
  });

  it('leaves a history row with its counts: SUCCESS, WARNING when some of it failed, FAILED when all did', async () => {
    const outcomes: JobDefinition[] = [
      { name: 'Good', schedule: '@every 1m', run: async ({ progress }) => progress({ success: 3 }) },
      { name: 'Partly', schedule: '@every 1m', run: async ({ progress }) => progress({ success: 1, errors: ['one of two'] }) },
      { name: 'Broken', schedule: '@every 1m', run: () => Promise.reject(new Error('no disk')) },
    ];
    for (const { name } of outcomes) await declareDue(name);

    for (const job of outcomes) await runner('a', job).runDue();

    expect(await history()).toEqual([
      { name: 'Good', status: 'SUCCESS', success_count: 3, error_count: 0, details: { errors: [] } },
      { name: 'Partly', status: 'WARNING', success_count: 1, error_count: 1, details: { errors: ['one of two'] } },
      { name: 'Broken', status: 'FAILED', success_count: 0, error_count: 1, details: { errors: ['no disk'] } },
    ]);
  });

  it('keeps one good and three bad rows of its history', async () => {
    let isBroken = false;
    const jobs = runner('a', {
      name: 'Tidy',
      schedule: '@every 1m',
      run: async () => {
        if (isBroken) throw new Error('no disk');
      },
    });
    await declareDue('Tidy');

    for (let round = 0; round < 10; round++) {
      isBroken = round >= 5;
      await jobs.runDue();
      await clock.advance(60_000);
    }

    const statuses = (await db.query<{ status: string }>('SELECT status FROM job_history ORDER BY created_at, id')).rows;
    expect(statuses.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED', 'FAILED', 'FAILED']);
  });

  it('keeps as many rows of its history as it says, or as its properties say', async () => {
    const jobs = runner('a', { name: 'Tidy', schedule: '@every 1m', keeps: { good: 3, bad: 3 }, run: async () => {} });
    await declareDue('Tidy');
    const rounds = async () => {
      for (let round = 0; round < 5; round++) {
        await jobs.runDue();
        await clock.advance(60_000);
      }
      return (await history()).length;
    };

    const asTold = await rounds();
    await db.query(
      `INSERT INTO properties (name, value) VALUES ('jobs.Tidy.retention.success', '2'), ('jobs.Tidy.retention.failed', 'many')`,
    );

    expect([asTold, await rounds()]).toEqual([3, 2]);
  });

  it('that is told to runs whenever a worker starts', async () => {
    const ran: string[] = [];
    const job = (name: string, runsAtStart: boolean): JobDefinition => ({
      name,
      schedule: '@every 24h',
      runsAtStart,
      run: async () => void ran.push(name),
    });
    await db.query('INSERT INTO job_schedules (name, next_at) SELECT name, $1 FROM unnest($2::text[]) AS name', [
      new Date(clock.now().getTime() + 3_600_000),
      ['Early', 'Late'],
    ]);
    const jobs = runner('a', job('Early', true), job('Late', false));

    await jobs.start();

    await expect.poll(() => ran).toEqual(['Early']);
    await jobs.stop();
  });

  it('with a schedule that is none is refused at once', () => {
    expect(() => runner('a', { name: 'Tidy', schedule: 'sometimes', run: async () => {} })).toThrow(/Tidy/);
  });
});
