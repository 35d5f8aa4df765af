import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensurePartitions } from '../../../app/retention/daily-partitions.ts';
import { deleteUnwantedEvents, dropOldLog } from './retention.ts';

let clock: FakeClock;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.query('TRUNCATE event_log, event_log_dropped, event_queue, properties CASCADE'));
afterAll(() => db.close());

const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);

async function partitions(): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event_log'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the event log', () => {
  it('has partitions of yesterday up to a week ahead, and takes in what came before its partition', async () => {
    clock = new FakeClock('2026-01-10T12:00:00Z');
    await db.query(`INSERT INTO event_log (at, topic, subject) VALUES ($1, 'check', 'early')`, [before(-3)]);

    expect(await ensurePartitions(db, 'event_log', clock.now())).toBe(9);
    expect(await ensurePartitions(db, 'event_log', clock.now())).toBe(0);

    expect(await partitions()).toEqual([
      ...[9, 10, 11, 12, 13, 14, 15, 16, 17].map((day) => `event_log_202601${String(day).padStart(2, '0')}`),
      'event_log_default',
    ]);
    expect((await db.query('SELECT subject FROM event_log_20260113')).rows).toEqual([{ subject: 'early' }]);
  });

  it('drops whole days after a week, strays with them, and never sooner whatever the property says', async () => {
    clock = new FakeClock('2026-01-20T12:00:00Z');
    await ensurePartitions(db, 'event_log', clock.now());
    await db.query(`INSERT INTO properties (name, value) VALUES ('event_log.retention.days', '2')`);
    for (const days of [40, 7.6, 7.4, 0]) {
      await db.query(`INSERT INTO event_log (at, topic, subject) VALUES ($1, 'check', $2)`, [before(days), String(days)]);
    }

    expect(await dropOldLog(db, clock.now())).toBe(4);

    expect((await db.query(`SELECT subject FROM event_log WHERE topic = 'check' ORDER BY at`)).rows).toEqual([
      { subject: '7.4' },
      { subject: '0' },
    ]);
    expect(await partitions()).toContain('event_log_20260113');
    expect(await partitions()).not.toContain('event_log_20260112');
  });
});

describe('the event queue', () => {
  it('loses events after a week, or event_queue.maxAge, that nobody consumes; those that a consumer gave up on stay', async () => {
    clock = new FakeClock('2026-06-01T00:00:00Z');
    for (const [name, days] of [
      ['wanted', 100],
      ['unwanted', 8],
      ['unwanted', 6],
    ] as const) {
      await db.query('INSERT INTO event_queue (name, properties, created_at, attempts) VALUES ($1, $2, $3, 4)', [
        name,
        JSON.stringify({ days }),
        before(days),
      ]);
    }
    const left = async () =>
      (
        await db.query<{ line: string }>(`SELECT name || ' ' || (properties ->> 'days') AS line FROM event_queue ORDER BY 1`)
      ).rows.map(({ line }) => line);

    await deleteUnwantedEvents(db, clock.now(), ['wanted']);
    const afterDefault = await left();
    await db.query(`INSERT INTO properties (name, value) VALUES ('event_queue.maxAge', '72h')`);
    await deleteUnwantedEvents(db, clock.now(), ['wanted']);

    expect([afterDefault, await left()]).toEqual([['unwanted 6', 'wanted 100'], ['wanted 100']]);
  });
});
