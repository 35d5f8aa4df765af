import { createTestDatabase, insertRow, type RowValues } from '@quarterdeck/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

let db: Database;
let config_id: string;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  config_id = await insertRow(db, 'config_items');
});
afterAll(() => db.close());

const T1 = '2024-10-29T10:00:00+00:00';
const T2 = '2024-10-29T11:00:00+00:00';
const report = (values: RowValues) =>
  insertRow(db, 'config_changes', {
    config_id,
    external_change_id: 'event-1',
    created_at: T1,
    first_observed: T1,
    details: { n: 1 },
    ...values,
  });

async function changes(): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(c) AS row FROM config_changes c WHERE config_id = $1 ORDER BY external_change_id',
    [config_id],
  );
  return rows.map(({ row }) => row);
}

describe('a change that is reported again under its external id (data-model §6.4)', () => {
  it('updates the one that is there and answers no row', async () => {
    const id = await report({});
    const again = await report({
      change_type: 'Restarted',
      severity: 'high',
      summary: 'again',
      source: 'x',
      diff: 'd',
      created_at: T2,
      details: { n: 2 },
    });

    expect(again).toBe('');
    expect(await changes()).toEqual([
      expect.objectContaining({
        id,
        change_type: 'Restarted',
        severity: 'high',
        summary: 'again',
        source: 'x',
        diff: 'd',
        details: { n: 2 },
        created_at: T2,
        first_observed: T1,
        count: 2,
      }),
    ]);
  });

  it.each([
    ['neither details nor time differ', {}, 1],
    ['the details differ', { details: { n: 2 } }, 2],
    ['the time differs', { created_at: T2 }, 2],
  ])('counts %s', async (_when, values, count) => {
    await report({});
    await report(values);

    expect(await changes()).toMatchObject([{ count }]);
  });

  it('counts within one statement too', async () => {
    await db.query(
      `INSERT INTO config_changes (config_id, external_change_id, created_at, details)
       SELECT $1, 'event-1', $2::timestamptz + n * interval '1 s', jsonb_build_object('n', n) FROM generate_series(1, 5) AS n`,
      [config_id, T1],
    );

    expect(await changes()).toMatchObject([{ count: 5, details: { n: 5 } }]);
  });

  it('is another change for another item, and without an external id', async () => {
    await report({});
    await report({ config_id: await insertRow(db, 'config_items') });
    await report({ external_change_id: null });
    await report({ external_change_id: null });

    expect(await changes()).toHaveLength(3);
  });
});

describe('a change that is written again under its own id', () => {
  it('replaces everything but the type, the external id and when it was first seen', async () => {
    const id = await report({});
    await report({
      id,
      change_type: 'other',
      external_change_id: 'event-2',
      summary: 'new',
      count: 7,
      first_observed: T2,
      created_at: T2,
    });

    expect(await changes()).toEqual([
      expect.objectContaining({
        id,
        change_type: 'diff',
        external_change_id: 'event-1',
        summary: 'new',
        count: 7,
        first_observed: T1,
        created_at: T2,
      }),
    ]);
  });
});

describe('an update of a change', () => {
  const update = (set: string) =>
    db.query(`UPDATE config_changes SET ${set} WHERE config_id = $1 AND external_change_id = 'event-1'`, [config_id]);

  it('takes count and time over when details or diff changed', async () => {
    await report({});
    await update(`count = 3, created_at = '${T2}', details = '{"n": 2}'`);

    expect(await changes()).toMatchObject([{ count: 3, created_at: T2 }]);
  });

  it('does not when they stayed', async () => {
    await report({});
    await update(`count = 3, created_at = '${T2}', summary = 'other'`);

    expect(await changes()).toMatchObject([{ count: 1, created_at: T1, summary: 'other' }]);
  });

  it('that would repeat another change of the item goes to that one, which counts the difference', async () => {
    await report({});
    await report({ external_change_id: 'event-2', summary: 'second', count: 2 });
    await update(`external_change_id = 'event-2', count = 4, summary = 'moved', details = '{"n": 9}'`);

    expect(await changes()).toMatchObject([
      { external_change_id: 'event-1', count: 1 },
      { external_change_id: 'event-2', count: 5, summary: 'moved' },
    ]);
  });
});

it('a batch may bring changes before their items', async () => {
  const late = '0192d000-0000-0000-0000-000000000001';
  await db.transaction(async (tx) => {
    await tx.query(`INSERT INTO config_changes (config_id, change_type) VALUES ($1, 'diff')`, [late]);
    await tx.query(`INSERT INTO config_items (id, name, type, config_class) VALUES ($1, 'late', 'T', 'T')`, [late]);
  });

  const { rows } = await db.query('SELECT name FROM catalog_changes WHERE config_id = $1', [late]);
  expect(rows).toEqual([{ name: 'late' }]);
});
