import { createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

describe('values', () => {
  it('come back as the types the rest of the code counts on', async () => {
    const { rows } = await db.query(
      `SELECT 12::int8 AS small, 9007199254740993::int8 AS big, 1.5::numeric AS exact, '{"a":[1]}'::jsonb AS json,
         '2026-01-02T03:04:05Z'::timestamptz AS at, '{1,2}'::int[] AS list, NULL::text AS missing`,
    );

    expect(rows[0]).toEqual({
      small: 12,
      big: 9007199254740993n,
      exact: 1.5,
      json: { a: [1] },
      at: new Date('2026-01-02T03:04:05Z'),
      list: [1, 2],
      missing: null,
    });
  });

  it('go in as lists, objects and dates', async () => {
    const { rows } = await db.query(`SELECT $1::uuid[] AS ids, $2::jsonb AS json, $3::timestamptz AS at`, [
      ['00000000-0000-0000-0000-000000000000'],
      { a: 1 },
      new Date(0),
    ]);

    expect(rows[0]).toEqual({ ids: ['00000000-0000-0000-0000-000000000000'], json: { a: 1 }, at: new Date(0) });
  });
});

describe('a transaction', () => {
  it('keeps what it wrote when it resolves', async () => {
    await db.transaction((tx) => tx.query(`INSERT INTO properties (name, value) VALUES ('kept', 'yes')`));

    const { rows } = await db.query(`SELECT value FROM properties WHERE name = 'kept'`);
    expect(rows).toEqual([{ value: 'yes' }]);
  });

  it('leaves nothing when it rejects, and the next one works', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query(`INSERT INTO properties (name, value) VALUES ('lost', 'yes')`);
      await tx.query('SELECT 1 / 0');
    });

    await expect(failing).rejects.toMatchObject({ code: '22012' });
    const { rows } = await db.transaction((tx) => tx.query(`SELECT value FROM properties WHERE name = 'lost'`));
    expect(rows).toEqual([]);
  });

  it('that goes on after a failed statement rejects, because nothing of it was kept', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query(`INSERT INTO properties (name, value) VALUES ('half', 'yes')`);
      await tx.query('SELECT 1 / 0').catch(() => {});
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect((await db.query(`SELECT 1 FROM properties WHERE name = 'half'`)).rowCount).toBe(0);
  });

  it.runIf(TEST_ENGINE === 'pglite')('refuses the database around it, which would wait for itself', async () => {
    const waiting = db.transaction(() => db.query('SELECT 1'));

    await expect(waiting).rejects.toThrow('only its own handle');
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('offers typed queries on the same connection', async () => {
    const names = await db.transaction(async (tx) => {
      await tx.query(`INSERT INTO properties (name, value) VALUES ('typed', 'yes')`);
      return tx.kysely.selectFrom('properties').select('value').where('name', '=', 'typed').execute();
    });

    expect(names).toEqual([{ value: 'yes' }]);
  });
});

describe('a signal', () => {
  it('keeps a statement from being sent', async () => {
    await expect(db.query('SELECT 1', [], { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  it.skipIf(TEST_ENGINE === 'pglite')('ends a statement that runs', async () => {
    const caller = new AbortController();
    const endless = db.query('SELECT pg_sleep(600)', [], { signal: caller.signal });
    await expect
      .poll(async () => (await db.query(`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'`)).rowCount)
      .toBe(1);

    caller.abort(new Error('gone'));

    await expect(endless).rejects.toThrow('gone');
    await expect
      .poll(
        async () =>
          (await db.query(`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`)).rowCount,
      )
      .toBe(0);
  });
});

describe('a closed database', () => {
  it('says so', async () => {
    const closed = await createTestDatabase();
    await closed.close();

    await expect(closed.query('SELECT 1')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });
});

describe('notifications', () => {
  it('reach the listeners of their channel until they stop listening', async () => {
    const heard: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const stop = await db.listen('deck', (payload) => {
      heard.push(payload);
      arrived.resolve();
    });

    await db.notify('deck', 'ahoy');
    await arrived.promise;
    await stop();
    await db.notify('deck', 'too late');

    expect(heard).toEqual(['ahoy']);
  });
});
