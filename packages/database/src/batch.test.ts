import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const insert = (name: string) => ({
  text: `INSERT INTO properties (name, value) VALUES ($1, 'yes')`,
  values: [name],
  name: 'insert',
});
const namesLike = async (pattern: string) =>
  (await db.query<{ name: string }>('SELECT name FROM properties WHERE name LIKE $1 ORDER BY name', [pattern])).rows.map(
    ({ name }) => name,
  );

describe('a batch', () => {
  it('answers the rows of its last statement, with the types of every other query', async () => {
    const rows = await db.batch([
      { text: `SELECT set_config('batch.word', $1, true)`, values: ['hello'] },
      { text: `SELECT current_setting('batch.word') AS word, $1::int8 AS number, NULL::text AS missing`, values: ['12'] },
    ]);

    expect(rows).toEqual([{ word: 'hello', number: 12, missing: null }]);
  });

  it('is one transaction: what it sets is gone after it, and nothing of it stays when a statement fails', async () => {
    const failing = db.batch([insert('batch-a'), insert('batch-b'), { text: 'SELECT 1 / $1::int', values: ['0'] }]);

    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await namesLike('batch-%')).toEqual([]);
    expect((await db.query(`SELECT nullif(current_setting('batch.word', true), '') AS word`)).rows).toEqual([{ word: null }]);
  });

  it('leaves nothing when its commit is refused', async () => {
    await db.query(`CREATE TABLE late (id int PRIMARY KEY, parent int REFERENCES late (id) DEFERRABLE INITIALLY DEFERRED)`);

    const failing = db.batch([{ text: 'INSERT INTO late VALUES (1, $1::int) RETURNING id', values: ['7'] }]);

    await expect(failing).rejects.toMatchObject({ code: '23503' });
    expect((await db.query('SELECT * FROM late')).rows).toEqual([]);
  });

  it('goes on with its prepared statements after one of them failed', async () => {
    const divide = (by: string) =>
      db.batch<{ result: number }>([
        insert(`goes-on-${by}`),
        { text: 'SELECT 12 / $1::int AS result', values: [by], name: 'divide' },
      ]);

    const results: unknown[] = [];
    for (const by of ['0', '3', '0', '4']) results.push(await divide(by).catch(({ code }: { code: string }) => code));

    expect(results).toEqual(['22012', [{ result: 4 }], '22012', [{ result: 3 }]]);
    expect(await namesLike('goes-on-%')).toEqual(['goes-on-3', 'goes-on-4']);
  });

  it('refuses writes once its first statement made it read-only', async () => {
    const failing = db.batch([{ text: `SELECT set_config('transaction_read_only', 'on', true)` }, insert('batch-c')], {
      onlyReads: true,
    });

    await expect(failing).rejects.toMatchObject({ code: '25006' });
    await db.batch([insert('batch-d')]);
    expect(await namesLike('batch-%')).toEqual(['batch-d']);
  });

  it('is not sent when its signal is aborted already', async () => {
    const sent = db.batch([insert('batch-e')], { signal: AbortSignal.abort(new Error('gone')) });

    await expect(sent).rejects.toThrow('gone');
    expect(await namesLike('batch-e')).toEqual([]);
  });
});
