import type { Database } from '@quarterdeck/database';
import { createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENTS_AFTER, type LiveEvent, readEventsAfter, readLogEnd } from './event-log-store.ts';
import { isAfter, type LiveCursor } from './live-cursor.ts';
import { ensurePartitions } from './retention/daily-partitions.ts';

const WRITERS = 16;
const TRANSACTIONS = 25;
const READERS = 3;
const START: LiveCursor = { tx: 0n, seq: 0n };

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(() => db.query('TRUNCATE event_log'));
afterAll(() => db.close());

/** One to three events and then a wait before the commit, so that transactions end in another order than they began. */
async function write(writer: number, written: string[]): Promise<void> {
  for (let number = 0; number < TRANSACTIONS; number++) {
    const subjects = Array.from({ length: 1 + (number % 3) }, (_, part) => `${writer}.${number}.${part}`);
    const isKept = number % 7 !== 6;
    await db
      .transaction(async (tx) => {
        for (const subject of subjects) {
          await tx.query('SELECT log_event($1, $2, $3)', ['check', subject, '{}']);
          await tx.query('SELECT pg_sleep(random() * 0.004)');
        }
        if (!isKept) throw new Error('taken back');
      })
      .catch((error: unknown) => {
        if (isKept) throw error;
      });
    if (isKept) written.push(...subjects);
  }
}

async function read(isOver: (seen: number) => boolean): Promise<LiveEvent[]> {
  const seen: LiveEvent[] = [];
  while (!isOver(seen.length)) seen.push(...(await readEventsAfter(db, seen.at(-1)?.cursor ?? START, 20)));
  return seen;
}

describe('the event log', () => {
  it('is read in the order of transactions as numbers', async () => {
    await db.query(
      `INSERT INTO event_log (tx, seq, topic, subject)
       VALUES ('10', 3, 'check', 'tenth'), ('9', 2, 'check', 'ninth'), ('100', 4, 'check', 'hundredth'), ('9', 1, 'check', 'ninth, before')`,
    );

    expect((await readEventsAfter(db, START, 3)).map(({ subject }) => subject)).toEqual(['ninth, before', 'ninth', 'tenth']);
    expect(await readLogEnd(db)).toEqual({ tx: 100n, seq: 4n });
  });

  it('is read by its index in every partition', async () => {
    await ensurePartitions(db, 'event_log', new Date());

    const { rows } = await db.transaction(async (tx) => {
      // Which plan is cheapest depends on what the machine last knew of the sizes; which plans are possible does not.
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query('SET LOCAL enable_bitmapscan = off');
      await tx.query('SET LOCAL enable_sort = off');
      return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${EVENTS_AFTER}`, ['5', '5', 10]);
    });

    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan|Sort\n/);
  });

  it.runIf(TEST_ENGINE === 'postgres')(
    'gives every reader every event of 16 writers once and in order, while transactions end in any order and partitions are made',
    async () => {
      const written: string[] = [];
      let isWritten = false;
      const readers = Promise.all(Array.from({ length: READERS }, () => read((seen) => isWritten && seen >= written.length)));
      await Promise.all([
        ...Array.from({ length: WRITERS }, (_, writer) => write(writer, written)),
        ensurePartitions(db, 'event_log', new Date()),
        ensurePartitions(db, 'event_log', new Date('2026-04-01T00:00:00Z')),
      ]);
      isWritten = true;

      for (const seen of await readers) {
        expect(seen.map(({ subject }) => subject).toSorted()).toEqual(written.toSorted());
        expect(seen.every(({ cursor }, index) => isAfter(cursor, seen[index - 1]?.cursor ?? START))).toBe(true);
      }
    },
    60_000,
  );
});
