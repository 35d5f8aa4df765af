import { setImmediate as settle } from 'node:timers/promises';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, TEST_ENGINE } from '@quarterdeck/testing';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { EventConsumer } from './event-consumer.ts';
import { EventConsumers } from './event-consumers.ts';

let db: Database;
let clock: FakeClock;
let metrics: Registry;
const started: EventConsumers[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query('CREATE TABLE effects (writer text)');
});
afterAll(() => db.close());
beforeEach(() => {
  clock = new FakeClock();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()));
  await db.query('TRUNCATE event_queue, effects');
});

function workers(instanceId: string, ...consumers: EventConsumer[]): EventConsumers {
  metrics = new Registry();
  const made = new EventConsumers({ db, clock, log: createLog('silent'), metrics, instanceId }, consumers);
  started.push(made);
  return made;
}

function consumer(handle: EventConsumer['handle'], change: Partial<EventConsumer> = {}): EventConsumer {
  return { name: 'test', events: ['work'], kind: 'sync', batchSize: 10, concurrency: 1, handle, ...change };
}

/** Queues an event at the time of the clock, a millisecond after the one before. */
async function enqueue(
  number: number | string,
  change: { name?: string; priority?: number; delayNs?: number } = {},
): Promise<void> {
  await clock.advance(1);
  await db.query('INSERT INTO event_queue (name, properties, priority, delay, created_at) VALUES ($1, $2, $3, $4, $5)', [
    change.name ?? 'work',
    JSON.stringify({ number }),
    change.priority ?? 100,
    change.delayNs ?? null,
    clock.now(),
  ]);
}

async function queue(): Promise<unknown[]> {
  return (
    await db.query(
      `SELECT name, properties ->> 'number' AS number, attempts, error, priority, last_attempt, lease_until FROM event_queue ORDER BY created_at, id`,
    )
  ).rows;
}

describe('every consumer', () => {
  it.each(['sync', 'async'] as const)('%s: takes an event out of the queue when it is handled', async (kind) => {
    await enqueue(1);
    await enqueue(2, { name: 'other' });
    const seen: unknown[] = [];

    await workers(
      'a',
      consumer(async (events) => void seen.push(...events.map(({ properties }) => properties.number)), { kind }),
    ).runDue();

    expect(seen).toEqual([1]);
    expect(await queue()).toMatchObject([{ name: 'other' }]);
  });

  it('takes the highest priority first, then the oldest', async () => {
    for (const [number, priority] of [
      [1, 100],
      [2, 200],
      [3, 100],
      [4, 50],
    ] as const)
      await enqueue(number, { priority });
    const seen: unknown[] = [];

    await workers(
      'a',
      consumer(async ([event]) => void seen.push(event?.properties.number)),
    ).runDue();

    expect(seen).toEqual([2, 1, 3, 4]);
  });

  it('leaves an event until its delay, in nanoseconds, has passed', async () => {
    await enqueue(1, { delayNs: 90e9 });
    const seen: unknown[] = [];
    const running = workers(
      'a',
      consumer(async ([event]) => void seen.push(event?.properties.number)),
    );

    await clock.advance(89_000);
    await running.runDue();
    const before = [...seen];
    await clock.advance(2_000);
    await running.runDue();

    expect([before, seen]).toEqual([[], [1]]);
  });

  it('tries a failing event again after 1 minute, 32 minutes and 4 hours, then leaves it visible with its error', async () => {
    await enqueue(1);
    let attempts = 0;
    const running = workers(
      'a',
      consumer(() => Promise.reject(new Error(`failure ${++attempts}`))),
    );
    const after = async (minutes: number) => {
      await clock.advance(minutes * 60_000 - 1);
      await running.runDue();
      const early = attempts;
      await clock.advance(1);
      await running.runDue();
      return [early, attempts];
    };

    await running.runDue();
    const tries = [await after(1), await after(32), await after(243), await after(100_000)];

    expect(tries).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ]);
    expect(await queue()).toMatchObject([{ number: '1', attempts: 4, error: 'failure 4', lease_until: null }]);
  });

  it.each(['sync', 'async'] as const)('%s: handles an event again that is queued again while it is handled', async (kind) => {
    await db.query(`SELECT enqueue_event('work', '{"number": 1}')`);
    let rounds = 0;
    // Through the handle that the consumer is given, because PGlite has one session; another session does the same below.
    const running = workers(
      'a',
      consumer(
        async (_events, handling) => {
          rounds++;
          if (rounds === 1)
            await handling.db.query(
              `UPDATE event_queue SET created_at = created_at + interval '1 second', attempts = 0, last_attempt = NULL`,
            );
        },
        { kind },
      ),
    );

    await running.runDue();

    expect(rounds).toBe(2);
    expect(await queue()).toEqual([]);
  });

  it('gives every name its turn, however many events of another wait', async () => {
    await db.query(
      `INSERT INTO event_queue (name, properties) SELECT 'flood', jsonb_build_object('number', n) FROM generate_series(1, 500) AS n`,
    );
    for (const number of [1, 2, 3]) await enqueue(number, { name: 'rare' });
    const batches: string[][] = [];
    const running = workers(
      'a',
      consumer(async (events) => void batches.push(events.map(({ name }) => name)), { kind: 'async', events: ['flood', 'rare'] }),
    );

    await running.runDue();

    expect(batches[0]?.filter((name) => name === 'rare')).toHaveLength(3);
    expect(batches.flat()).toHaveLength(503);
    expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
  });

  it('shares the queue with other workers: every event is handled once', async () => {
    await db.query(
      `INSERT INTO event_queue (name, properties) SELECT 'work', jsonb_build_object('number', n) FROM generate_series(1, 300) AS n`,
    );
    const seen = new Map<string, unknown[]>([
      ['a', []],
      ['b', []],
      ['c', []],
    ]);

    await Promise.all(
      [...seen].map(([instance, list]) =>
        workers(
          instance,
          consumer(async ([event]) => void list.push(event?.properties.number)),
        ).runDue(),
      ),
    );

    const all = [...seen.values()].flat();
    expect(all.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
  });

  it('takes over what a worker held that died, as a failed attempt, one minute after its last sign of life', async () => {
    await enqueue(1);
    await db.query(`UPDATE event_queue SET worker = 'dead', lease_until = $1`, [new Date(clock.now().getTime() + 30_000)]);
    let rounds = 0;
    const running = workers(
      'b',
      consumer(async () => void rounds++),
    );
    const after = async (ms: number) => {
      await clock.advance(ms);
      await running.runDue();
      return rounds;
    };

    expect([await after(29_999), await after(1), await after(29_999), await after(1)]).toEqual([0, 0, 0, 1]);
  });

  it('starts at once when an event is announced, and finds a due one by its poll', async () => {
    const seen: unknown[] = [];
    await workers(
      'a',
      consumer(async ([event]) => void seen.push(event?.properties.number), { concurrency: 2 }),
    ).start();

    await enqueue('announced');
    await expect.poll(() => seen).toEqual(['announced']);
    await enqueue('delayed', { delayNs: 3e9 });
    await db.query('SELECT 1');
    await expect
      .poll(async () => {
        await clock.advance(5_000);
        return seen;
      })
      .toEqual(['announced', 'delayed']);
  });

  it('keeps the lease of an event as long as it is being handled', async () => {
    const end = Promise.withResolvers<void>();
    await enqueue(1);
    const running = workers(
      'a',
      consumer(() => end.promise, { kind: 'async' }),
    );
    await running.start();
    const lease = async () =>
      (await db.query<{ lease_until: Date | null }>('SELECT lease_until FROM event_queue')).rows[0]?.lease_until;
    await expect.poll(lease).toBeInstanceOf(Date);
    const first = await lease();

    for (let second = 0; second < 12; second++) await clock.advance(1_000);

    await expect.poll(lease).not.toEqual(first);
    end.resolve();
  });

  it('gives back what it holds when the server stops', async () => {
    for (const number of [1, 2, 3]) await enqueue(number);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const running = workers(
      'a',
      consumer(async () => {
        begun.resolve();
        await end.promise;
      }),
    );
    await running.start();
    await begun.promise;

    const stopped = running.stop();
    await settle();
    end.resolve();
    await stopped;

    expect(await queue()).toMatchObject([
      { number: '2', attempts: 0, lease_until: null },
      { number: '3', attempts: 0, lease_until: null },
    ]);
  });

  it('counts what was handled and what failed, and tells what waits and how old it is', async () => {
    await enqueue(1);
    await enqueue(2);
    await enqueue(3, { delayNs: 3600e9 });
    const running = workers(
      'a',
      consumer(async ([event]) => {
        if (event?.properties.number === 2) throw new Error('no');
      }),
    );
    await running.runDue();
    await clock.advance(60_000);

    const text = await metrics.metrics();

    expect(text).toContain('quarterdeck_events_handled_total{consumer="test",event="work"} 1');
    expect(text).toContain('quarterdeck_events_failed_total{consumer="test",event="work"} 1');
    expect(text).toContain('quarterdeck_events_waiting{event="work"} 2');
    expect(text).toContain('quarterdeck_events_exhausted{event="work"} 0');
    expect(Number(/oldest_seconds\{event="work"\} (\S+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(59);
  });

  it('tells nothing of the queue while the database is away, and the other metrics all the same', async () => {
    const away = {
      db: { ...db, query: () => Promise.reject(new Error('away')) },
      clock,
      log: createLog('silent'),
      metrics: new Registry(),
      instanceId: 'a',
    };
    started.push(new EventConsumers(away, [consumer(async () => {})]));

    const text = await away.metrics.metrics();

    expect(text).toContain('quarterdeck_events_handled_total');
    expect(text).not.toContain('quarterdeck_events_waiting{');
  });
});

describe('a sync consumer', () => {
  it('has its writes undone when it fails, and the event keeps the error (data-model §15 row 13)', async () => {
    await enqueue(1);
    await enqueue(2);

    await workers(
      'a',
      consumer(async ([event], handling) => {
        await handling.db.query('INSERT INTO effects VALUES ($1)', [event?.properties.number]);
        if (event?.properties.number === 1) throw new Error('mail server away');
      }),
    ).runDue();

    expect((await db.query('SELECT writer FROM effects')).rows).toEqual([{ writer: '2' }]);
    expect(await queue()).toMatchObject([
      { number: '1', attempts: 1, error: 'mail server away', priority: 100, last_attempt: clock.now(), lease_until: null },
    ]);
  });

  it('shares an event with other sync consumers in one transaction', async () => {
    await enqueue(1);
    const write = (writer: string): EventConsumer =>
      consumer(
        async (_events, handling) => {
          await handling.db.query('INSERT INTO effects VALUES ($1)', [writer]);
          if (writer === 'playbooks') throw new Error('no');
        },
        { name: writer },
      );

    await workers('a', write('notifications'), write('playbooks')).runDue();

    expect((await db.query('SELECT writer FROM effects')).rows).toEqual([]);
    expect(await queue()).toMatchObject([{ attempts: 1, error: 'no' }]);
  });

  it('has its writes undone when another worker took the event over meanwhile', async () => {
    await enqueue(1);

    await workers(
      'a',
      consumer(async ([event], handling) => {
        await handling.db.query('INSERT INTO effects VALUES ($1)', [event?.properties.number]);
        await handling.db.query(`UPDATE event_queue SET worker = 'other'`);
      }),
    ).runDue();

    expect((await db.query('SELECT writer FROM effects')).rows).toEqual([]);
  });

  it.runIf(TEST_ENGINE === 'postgres')(
    'does not wait for a writer that queues the event again, and handles it again',
    async () => {
      await db.query(`SELECT enqueue_event('work', '{"number": 1}')`);
      const writerMayCommit = Promise.withResolvers<void>();
      const writerQueued = Promise.withResolvers<void>();
      let writer: Promise<unknown> = Promise.resolve();
      let rounds = 0;
      const running = workers(
        'a',
        consumer(async () => {
          rounds++;
          if (rounds > 1) return;
          writer = db.transaction(async (tx) => {
            await tx.query(`SELECT enqueue_event('work', '{"number": 1}')`);
            writerQueued.resolve();
            await writerMayCommit.promise;
          });
          await writerQueued.promise;
        }),
      );

      const first = running.runDue();
      await expect.poll(() => rounds).toBe(1);
      writerMayCommit.resolve();
      await writer;
      await first;
      await running.runDue();

      expect(rounds).toBe(2);
      expect(await queue()).toEqual([]);
    },
  );
});

describe('an async consumer', () => {
  it('keeps the events that failed, with error, one more attempt and one less priority, and takes the others out', async () => {
    for (const number of [1, 2, 3]) await enqueue(number);

    await workers(
      'a',
      consumer(
        async (events) => events.filter(({ properties }) => properties.number === 2).map(({ id }) => ({ id, error: 'refused' })),
        { kind: 'async' },
      ),
    ).runDue();

    expect(await queue()).toMatchObject([
      { number: '2', attempts: 1, error: 'refused', priority: 99, last_attempt: clock.now() },
    ]);
  });

  it('fails the whole batch when it throws', async () => {
    for (const number of [1, 2]) await enqueue(number);

    await workers(
      'a',
      consumer(() => Promise.reject(new Error('away')), { kind: 'async' }),
    ).runDue();

    expect(await queue()).toMatchObject([
      { attempts: 1, error: 'away' },
      { attempts: 1, error: 'away' },
    ]);
  });

  it('that hangs fails after its time', async () => {
    await enqueue(1);
    const running = workers(
      'a',
      consumer(() => new Promise(() => {}), { kind: 'async', timeoutMs: 20_000 }),
    );
    const round = running.runDue();
    await expect.poll(() => clock.waiting).toBeGreaterThan(0);

    await clock.advance(20_000);
    await round;

    expect(await queue()).toMatchObject([{ attempts: 1, error: 'not handled within 20 s' }]);
  });

  it('may not share an event', () => {
    const other = consumer(async () => {}, { name: 'other', kind: 'async' });

    expect(() =>
      workers(
        'a',
        consumer(async () => {}),
        other,
      ),
    ).toThrow(/other shares an event/);
    started.pop();
  });
});
