import type { LiveResults } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock, TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { LiveEvent } from './event-log-store.ts';
import { LiveHub } from './live-hub.ts';

let db: Database;
let clock: FakeClock;
let hub: LiveHub;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query('TRUNCATE event_log, event_log_dropped');
  clock = new FakeClock();
  hub = new LiveHub({ db, clock, log: createLog('silent') });
});
afterEach(() => hub.stop());
afterAll(() => db.close());

const log = (subject: string) => db.query('SELECT log_event($1, $2, $3)', ['check', subject, '{}']);

/** Other databases of the same PostgreSQL may hold the horizon for a moment: waits until all that is logged here is below it. */
async function untilFinal(): Promise<void> {
  const open = async () =>
    (await db.query('SELECT 1 FROM event_log WHERE tx >= pg_snapshot_xmin(pg_current_snapshot())')).rowCount;
  await expect.poll(open).toBe(0);
}

function listenTo(target: LiveHub): string[] {
  const seen: string[] = [];
  target.subscribe({ onEvents: (events: readonly LiveEvent[]) => seen.push(...events.map(({ subject }) => subject)) });
  return seen;
}

describe('the live hub', () => {
  it('hands on what is logged after its start, once and in order', async () => {
    await log('before');
    await untilFinal();
    await hub.start();
    const seen = listenTo(hub);

    await log('one');
    await log('two');
    if (TEST_ENGINE === 'postgres') {
      await untilFinal();
      await clock.advance(1_000);
    }
    await expect.poll(() => seen).toEqual(['one', 'two']);
    await hub.read();

    expect(seen).toEqual(['one', 'two']);
  });

  it('finds events by its poll when the notification is lost', async () => {
    await hub.start();
    const seen = listenTo(hub);
    await db.query('ALTER TABLE event_log DISABLE TRIGGER event_log_notify');
    onTestFinished(async () => void (await db.query('ALTER TABLE event_log ENABLE TRIGGER event_log_notify')));
    await log('unannounced');
    await untilFinal();

    await clock.advance(1_000);

    await expect.poll(() => seen).toEqual(['unannounced']);
  });

  it.runIf(TEST_ENGINE === 'postgres')(
    'waits for a transaction that began earlier and commits later, and skips neither',
    async () => {
      await hub.start();
      const seen = listenTo(hub);
      const commitEarly = Promise.withResolvers<void>();
      const wroteEarly = Promise.withResolvers<void>();
      const early = db.transaction(async (tx) => {
        await tx.query('SELECT log_event($1, $2, $3)', ['check', 'early', '{}']);
        wroteEarly.resolve();
        await commitEarly.promise;
      });
      await wroteEarly.promise;
      await log('late');
      await hub.read();
      const whileOpen = [...seen];

      commitEarly.resolve();
      await early;
      await untilFinal();
      await clock.advance(1_000);
      await expect.poll(() => seen).toEqual(['early', 'late']);

      expect(whileOpen).toEqual([]);
    },
  );

  it('replays what lies between two cursors', async () => {
    await log('zero');
    await untilFinal();
    await hub.start();
    const from = hub.subscribe({ onEvents() {} }).cursor;
    await log('one');
    await log('two');
    await untilFinal();
    await hub.read();
    const to = hub.subscribe({ onEvents() {} }).cursor;

    const events = await hub.replay(from, to);

    expect(events?.map(({ subject }) => subject)).toEqual(['one', 'two']);
  });

  it.each([
    { name: 'some later ones are left', left: 'two' },
    { name: 'nothing is left', left: undefined },
  ])('does not replay from a cursor after which retention took events out, when $name', async ({ left }) => {
    await log('zero');
    await untilFinal();
    await hub.start();
    const from = hub.subscribe({ onEvents() {} }).cursor;
    await db.query(`INSERT INTO event_log (at, topic, subject) VALUES (now() - interval '8 days', 'check', 'one')`);
    await untilFinal();
    await hub.read();
    const afterOne = hub.subscribe({ onEvents() {} }).cursor;
    if (left !== undefined) await log(left);
    await untilFinal();
    await hub.read();
    const to = hub.subscribe({ onEvents() {} }).cursor;

    await db.query(`SELECT drop_event_log_partitions((now() - interval '7 days')::date)`);

    expect(await hub.replay(from, to)).toBeUndefined();
    expect((await hub.replay(afterOne, to))?.map(({ subject }) => subject)).toEqual(left === undefined ? [] : [left]);
  });

  it('replays from a cursor that saw all that retention took out', async () => {
    await db.query(`INSERT INTO event_log (at, topic, subject) VALUES (now() - interval '8 days', 'check', 'old')`);
    await untilFinal();
    await hub.start();
    const from = hub.subscribe({ onEvents() {} }).cursor;
    await log('new');
    await untilFinal();
    await hub.read();

    await db.query(`SELECT drop_event_log_partitions((now() - interval '7 days')::date)`);

    expect((await hub.replay(from, hub.subscribe({ onEvents() {} }).cursor))?.map(({ subject }) => subject)).toEqual(['new']);
  });

  it('after a dump was put into a new PostgreSQL, tells no old events as news and makes old clients read again', async () => {
    await db.query(`INSERT INTO event_log (tx, topic, subject) VALUES ('9000000000', 'check', 'of the old one')`);
    await db.query(`INSERT INTO event_log_dropped (tx, seq) VALUES ('8000000000', 1)`);
    await hub.start();
    const from = hub.subscribe({ onEvents() {} }).cursor;
    await log('new');
    await untilFinal();
    await hub.read();
    const to = hub.subscribe({ onEvents() {} }).cursor;

    expect(await hub.replay({ tx: 9_000_000_000n, seq: 1n }, to)).toBeUndefined();
    expect((await hub.replay(from, to))?.map(({ subject }) => subject)).toEqual(['new']);
    expect(await hub.replay(to, from)).toEqual([]);
  });

  it('hands on results in batches and ignores what is no list of results', async () => {
    await hub.start();
    const batches: LiveResults[] = [];
    hub.subscribe({ onEvents() {}, onResults: (results) => batches.push(results) });

    await db.notify('check_results', JSON.stringify([['a', 1, 12, 1000]]));
    await db.notify('check_results', 'nonsense');
    await db.notify('check_results', JSON.stringify([['b', 0, 5, 2000]]));
    await expect.poll(() => clock.waiting).toBeGreaterThan(1);
    await db.query('SELECT 1');
    await clock.advance(500);

    expect(batches.flat()).toEqual([
      ['a', 1, 12, 1000],
      ['b', 0, 5, 2000],
    ]);
  });
});
