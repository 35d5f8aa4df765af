import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE SCHEMA yard;
CREATE TABLE yard.logs (id int PRIMARY KEY, size int, wood text);
CREATE VIEW yard.sized_logs AS SELECT size, wood FROM yard.logs;
CREATE TABLE yard.chips (size int, wood text);
INSERT INTO yard.logs VALUES (1, 10, 'oak'), (2, 20, 'oak'), (3, 20, 'ash'), (4, NULL, 'elm'), (5, NULL, 'fir');
INSERT INTO yard.chips VALUES (1, 'oak'), (1, 'oak'), (2, 'ash');
`;

let db: TestDatabase;
let api: DataApi;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({ db, schemas: ['yard'], transactionEnd: 'rollback', allowUnfilteredWrites: true });
});
afterAll(() => db.close());

async function remove(target: string): Promise<{ status: number; json: unknown }> {
  const [path = '', query = ''] = target.split('?');
  const headers = { prefer: 'return=representation' };
  const { status, body } = await api.handle({ method: 'DELETE', path, query, headers });
  return { status, json: JSON.parse(String(body)) };
}

describe('a limited write', () => {
  it.each([
    ['logs?order=id.desc&limit=2&select=id', [{ id: 5 }, { id: 4 }]],
    ['logs?order=size&limit=1&select=id', [{ id: 1 }]],
    ['logs?order=size&limit=3&select=id', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['logs?order=size.nullsfirst&limit=2&select=id', [{ id: 4 }, { id: 5 }]],
    ['logs?order=size&limit=1&offset=1&wood=eq.ash&select=id', []],
    ['logs?order=size&limit=1&wood=eq.ash&select=id', [{ id: 3 }]],
    ['logs?order=size&limit=0', []],
    ['chips?order=size.desc&limit=1', [{ size: 2, wood: 'ash' }]],
    ['sized_logs?order=wood&limit=1', [{ size: 20, wood: 'ash' }]],
  ])('takes the rows that order and limit name: %s', async (target, rows) => {
    const { status, json } = await remove(target);

    expect(status).toBe(200);
    expect(Array.isArray(json) ? json.toSorted(bySize) : json).toEqual(rows.toSorted(bySize));
  });

  it.each([
    ['logs?order=size&limit=2', 3, 2],
    ['logs?order=size&limit=1&offset=1', 2, 1],
    ['logs?order=size.nullsfirst&limit=1', 2, 1],
    ['chips?order=wood.desc&limit=1', 2, 1],
  ])('is refused where the order does not say which rows are meant: %s', async (target, rows, most) => {
    const details = `Results contain ${rows} rows changed but the maximum number allowed is ${most}`;

    expect(await remove(target)).toMatchObject({ status: 400, json: { code: 'PGRST110', details } });
  });

  it('leaves alone what its filters leave out, though it is equal in the order', async () => {
    expect((await remove('logs?order=size&limit=1&id=gt.2&select=id')).json).toEqual([{ id: 3 }]);
  });
});

function bySize(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
