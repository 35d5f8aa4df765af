import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Database } from '@quarterdeck/database';
import { addressOfTestDatabase, createTestDatabase, FakeClock, TEST_ENGINE } from '@quarterdeck/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { EventConsumers } from './event-consumers.ts';

const PROGRAM = join(import.meta.dirname, 'testing/worker-program.ts');
const EVENTS = 400;
/** What one worker of the program holds: two batches of ten. */
const HELD = 20;

let db: Database;
const children: ChildProcess[] = [];
beforeEach(async () => {
  db = await createTestDatabase();
  await db.query('CREATE TABLE handled (number integer, worker text)');
  await db.query(
    `INSERT INTO event_queue (name, properties) SELECT 'work', jsonb_build_object('number', n) FROM generate_series(1, $1::int) AS n`,
    [EVENTS],
  );
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await db.close();
});

async function startWorker(kind: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, await addressOfTestDatabase(db), kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function handledCount(): Promise<number> {
  return (await db.query<{ count: number }>('SELECT count(*) AS count FROM handled')).rows[0]?.count ?? 0;
}

/** Handles the rest here, when the leases and the pause after a failed attempt are over. */
async function finish(kind: 'sync' | 'async'): Promise<void> {
  const clock = new FakeClock(new Date(Date.now() + 31_000));
  const rest = new EventConsumers({ db, clock, log: createLog('silent'), metrics: new Registry(), instanceId: 'rest' }, [
    {
      name: 'work',
      events: ['work'],
      kind,
      batchSize: 50,
      concurrency: 1,
      async handle(events, handling) {
        for (const { properties } of events)
          await handling.db.query(`INSERT INTO handled VALUES ($1, 'rest')`, [properties.number]);
      },
    },
  ]);
  await rest.runDue();
  await clock.advance(61_000);
  await rest.runDue();
  await rest.stop();
}

describe.runIf(TEST_ENGINE === 'postgres')('workers that are killed in the middle', () => {
  it.each([
    { kind: 'sync', repeated: 0 },
    { kind: 'async', repeated: 3 * HELD },
  ] as const)('$kind: lose no event and repeat at most $repeated', async ({ kind, repeated }) => {
    const workers = await Promise.all([startWorker(kind), startWorker(kind), startWorker(kind)]);
    await expect.poll(handledCount, { interval: 5 }).toBeGreaterThan(40);
    for (const worker of workers.slice(0, 2)) worker.kill('SIGKILL');
    await expect.poll(handledCount).toBeGreaterThan(EVENTS - 2 * HELD - 1);
    workers[2]?.kill('SIGKILL');
    await Promise.all(workers.map((worker) => worker.exitCode ?? worker.signalCode ?? once(worker, 'exit')));

    await finish(kind);

    const { rows } = await db.query<{ numbers: number; total: number }>(
      'SELECT count(DISTINCT number) AS numbers, count(*) AS total FROM handled',
    );
    expect(rows[0]?.numbers).toBe(EVENTS);
    expect((rows[0]?.total ?? 0) - EVENTS).toBeLessThanOrEqual(repeated);
    expect((await db.query('SELECT FROM event_queue')).rows).toEqual([]);
  });
});
