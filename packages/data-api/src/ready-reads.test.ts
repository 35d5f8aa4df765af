import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi, DataApiError } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE TABLE things (id int PRIMARY KEY, name text, size int);
INSERT INTO things SELECT n, 'thing-' || n, n % 3 FROM generate_series(1, 60) AS n;
CREATE TABLE parts (id int PRIMARY KEY, thing_id int REFERENCES things (id));
INSERT INTO parts SELECT n, n FROM generate_series(1, 5) AS n;
`;

let db: TestDatabase;
let api: DataApi;
const heard: string[] = [];
let forbidden: string | undefined;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({
    db,
    schemas: ['public'],
    relations: {
      authorize: ({ name, action, caller }) => {
        heard.push(`${caller?.role} ${action} ${name}`);
        if (name === forbidden) throw new DataApiError({ status: 403, code: '42501', message: 'not for you' });
      },
    },
  });
});
beforeEach(() => {
  heard.length = 0;
  forbidden = undefined;
});
afterAll(() => db.close());

const get = async (query: string, headers: Record<string, string> = {}) => {
  const answer = await api.handle({ method: 'GET', path: 'things', query, headers, caller: { role: 'reader' } });
  return { ...answer, rows: JSON.parse(String(answer.body)) };
};

describe('reads that differ in their values only', () => {
  it('answer for their own values, each with its own address', async () => {
    const answers = [await get('select=id&id=eq.3'), await get('select=id&id=eq.4'), await get('select=id&id=eq.5')];

    expect(answers.map(({ rows }) => rows)).toEqual([[{ id: 3 }], [{ id: 4 }], [{ id: 5 }]]);
    expect(answers.map(({ headers }) => headers['content-location'])).toEqual(
      [3, 4, 5].map((id) => `/things?id=eq.${id}&select=id`),
    );
  });

  it('keep a value apart from an equal number that is something else', async () => {
    const sizes = [2, 3, 2].map((id) =>
      get(`select=id&id=gt.${id}&id=lt.50&limit=2&offset=2&order=id`, { prefer: 'count=exact' }),
    );

    expect((await Promise.all(sizes)).map(({ rows, headers }) => [rows, headers['content-range']])).toEqual([
      [[{ id: 5 }, { id: 6 }], '2-3/47'],
      [[{ id: 6 }, { id: 7 }], '2-3/46'],
      [[{ id: 5 }, { id: 6 }], '2-3/47'],
    ]);
  });

  it('do not share what headers decide', async () => {
    const query = 'select=id&size=eq.1&order=id';
    await get(query);

    expect((await get(query, { range: '1-2' })).rows).toEqual([{ id: 4 }, { id: 7 }]);
    expect((await get(`${query}&id=eq.4`, { accept: 'application/vnd.pgrst.object+json' })).rows).toEqual({ id: 4 });
  });

  it('are authorized each time, with everything that they touch', async () => {
    await get('select=id,parts(id)&id=eq.1');
    heard.length = 0;
    await get('select=id,parts(id)&id=eq.2');
    expect(new Set(heard)).toEqual(new Set(['reader read things', 'reader read parts']));

    forbidden = 'parts';
    expect((await get('select=id,parts(id)&id=eq.3')).status).toBe(403);
  });

  it('are refused for a value that the type does not take, and work again after it', async () => {
    await get('select=id&id=eq.1');

    expect((await get('select=id&id=eq.x')).status).toBe(400);
    expect((await get('select=id&id=eq.2')).rows).toEqual([{ id: 2 }]);
  });

  it('begin anew when the schema was read again', async () => {
    await get('id=eq.1');
    await db.exec('ALTER TABLE things ADD COLUMN colour text');
    await api.refresh();

    expect((await get('id=eq.2')).rows).toEqual([{ id: 2, name: 'thing-2', size: 2, colour: null }]);
  });
});
