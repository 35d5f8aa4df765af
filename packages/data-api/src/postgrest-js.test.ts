import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE TABLE makers (id int PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE goods (id int PRIMARY KEY, name text NOT NULL, price numeric, tags text[] NOT NULL DEFAULT '{}', spec jsonb,
  valid int4range, maker_id int REFERENCES makers, words tsvector GENERATED ALWAYS AS (to_tsvector('english', name)) STORED);
CREATE TABLE labels (id int PRIMARY KEY, word text NOT NULL);
CREATE TABLE goods_labels (good_id int REFERENCES goods ON DELETE CASCADE, label_id int REFERENCES labels, PRIMARY KEY (good_id, label_id));
CREATE FUNCTION cheaper_than(most numeric) RETURNS SETOF goods LANGUAGE sql STABLE AS 'SELECT * FROM goods WHERE price < most';
CREATE FUNCTION add(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + b';
INSERT INTO makers VALUES (1, 'Ada'), (2, 'Brin'), (3, 'Cleo');
INSERT INTO goods (id, name, price, tags, spec, valid, maker_id) VALUES
  (1, 'red pen', 2.5, '{office,small}', '{"ink": {"color": "red"}}', '[1,5)', 1),
  (2, 'blue ink', 4, '{office}', '{"ink": {"color": "blue"}}', '[5,9)', 1),
  (3, 'thick book', 12, '{}', NULL, NULL, 2),
  (4, 'odd, (name)', NULL, '{small}', NULL, NULL, NULL);
INSERT INTO labels VALUES (1, 'new'), (2, 'sale');
INSERT INTO goods_labels VALUES (1, 1), (1, 2), (2, 2);
`;

let db: TestDatabase;
let api: DataApi;

/** The client's own requests, answered without a socket between. */
async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const { status, headers, body } = await api.handle({
    method: request.method,
    path: url.pathname.slice(1),
    query: url.search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    signal: request.signal,
  });
  const isEmpty = status === 204 || request.method === 'HEAD';
  return new Response(isEmpty ? null : typeof body === 'string' ? body : Buffer.from(body), { status, headers });
}

const client = new PostgrestClient('http://row-api', { fetch: answer });
const names = (rows: readonly { name: string }[] | null) => rows?.map(({ name }) => name);

beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({ db, schemas: ['public'] });
});
afterAll(() => db.close());

describe('reads of postgrest-js', () => {
  it('selects, renames and casts columns and reaches into JSON', async () => {
    const { data, error } = await client.from('goods').select('title:name, price::text, color:spec->ink->>color').eq('id', 1);

    expect(error).toBeNull();
    expect(data).toEqual([{ title: 'red pen', price: '2.5', color: 'red' }]);
  });

  const goods = () => client.from('goods').select('name').order('id');
  it.each([
    ['eq', () => goods().eq('id', 2), ['blue ink']],
    ['neq', () => goods().neq('id', 1), ['blue ink', 'thick book', 'odd, (name)']],
    ['gt and lte', () => goods().gt('price', 2.5).lte('price', 12), ['blue ink', 'thick book']],
    ['gte and lt', () => goods().gte('price', 2.5).lt('price', 12), ['red pen', 'blue ink']],
    ['like', () => goods().like('name', '%pen'), ['red pen']],
    ['ilike', () => goods().ilike('name', '%INK'), ['blue ink']],
    ['likeAnyOf', () => goods().likeAnyOf('name', ['%pen', '%book']), ['red pen', 'thick book']],
    ['ilikeAllOf', () => goods().ilikeAllOf('name', ['B%', '%K']), ['blue ink']],
    ['is', () => goods().is('price', null), ['odd, (name)']],
    ['in with reserved characters', () => goods().in('name', ['red pen', 'odd, (name)']), ['red pen', 'odd, (name)']],
    ['contains of an array', () => goods().contains('tags', ['office', 'small']), ['red pen']],
    ['contains of JSON', () => goods().contains('spec', { ink: { color: 'blue' } }), ['blue ink']],
    ['containedBy', () => goods().containedBy('tags', ['office']), ['blue ink', 'thick book']],
    ['overlaps', () => goods().overlaps('tags', ['small', 'x']), ['red pen', 'odd, (name)']],
    ['rangeLt', () => goods().rangeLt('valid', '[5,9)'), ['red pen']],
    ['rangeAdjacent', () => goods().rangeAdjacent('valid', '[5,9)'), ['red pen']],
    ['textSearch', () => goods().textSearch('words', 'pens', { config: 'english', type: 'plain' }), ['red pen']],
    ['match', () => goods().match({ id: 3, name: 'thick book' }), ['thick book']],
    ['not', () => goods().not('price', 'is', null).not('id', 'in', '(1,2)'), ['thick book']],
    ['or', () => goods().or('id.eq.1,and(price.gt.3,price.lt.5)'), ['red pen', 'blue ink']],
    ['filter on JSON', () => goods().filter('spec->ink->>color', 'eq', 'red'), ['red pen']],
  ])('filters with %s', async (_name, ask, expected) => {
    const { data, error } = await ask();

    expect(error).toBeNull();
    expect(names(data)).toEqual(expected);
  });

  it('embeds to one, to many, across a junction, and only where there is one', async () => {
    const { data } = await client
      .from('goods')
      .select('name, makers(name), labels(word)')
      .eq('id', 1)
      .order('word', { referencedTable: 'labels' });
    expect(data).toEqual([{ name: 'red pen', makers: { name: 'Ada' }, labels: [{ word: 'new' }, { word: 'sale' }] }]);

    const inner = await client.from('makers').select('name, goods!inner(id)').gt('goods.price', 3).order('name');
    expect(inner.data).toEqual([
      { name: 'Ada', goods: [{ id: 2 }] },
      { name: 'Brin', goods: [{ id: 3 }] },
    ]);

    const limited = await client
      .from('makers')
      .select('goods(id)')
      .eq('id', 1)
      .order('id', { referencedTable: 'goods', ascending: false })
      .limit(1, { referencedTable: 'goods' });
    expect(limited.data).toEqual([{ goods: [{ id: 2 }] }]);
  });

  it('orders, limits and takes ranges', async () => {
    const { data } = await client.from('goods').select('id').order('price', { ascending: false, nullsFirst: true }).limit(2);
    expect(data).toEqual([{ id: 4 }, { id: 3 }]);

    expect((await client.from('goods').select('id').order('id').range(1, 2)).data).toEqual([{ id: 2 }, { id: 3 }]);
  });

  it.each(['exact', 'planned', 'estimated'] as const)('counts (%s)', async (count) => {
    const answered = await client.from('goods').select('*', { count, head: true });

    expect(answered.error).toBeNull();
    expect(answered.data).toBeNull();
    if (count === 'planned') expect(answered.count).toBeGreaterThan(0);
    else expect(answered.count).toBe(4);
  });

  it('gives a single row, or says why not', async () => {
    expect((await client.from('goods').select('id').eq('id', 1).single()).data).toEqual({ id: 1 });
    expect((await client.from('goods').select('id').single()).error).toMatchObject({ code: 'PGRST116' });
    expect(await client.from('goods').select('id').eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await client.from('goods').select('id').maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });

  it('gives CSV', async () => {
    expect((await client.from('goods').select('id,name').in('id', [1, 4]).order('id').csv()).data).toBe(
      'id,name\n1,"red pen"\n4,"odd, (name)"',
    );
  });

  it('hands errors over in their parts', async () => {
    const { error, status } = await client.from('goods').select('nope');

    expect(status).toBe(400);
    const hint = 'Perhaps you meant to reference the column "goods.name".';
    expect(error).toMatchObject({ code: '42703', message: 'column goods.nope does not exist', hint });
  });

  it('is refused a table that does not exist', async () => {
    expect(await client.from('nothing').select()).toMatchObject({ status: 404, error: { code: '42P01' } });
  });
});

describe('writes of postgrest-js', () => {
  it('insert one row and many', async () => {
    expect(await client.from('labels').insert({ id: 10, word: 'one' })).toMatchObject({ status: 201, error: null, data: null });

    const many = await client
      .from('labels')
      .insert(
        [
          { id: 11, word: 'two' },
          { id: 12, word: 'three' },
        ],
        { count: 'exact' },
      )
      .select('word');
    expect(many).toMatchObject({ status: 201, count: 2, data: [{ word: 'two' }, { word: 'three' }] });
  });

  it('insert rows of different columns with the defaults of the table', async () => {
    const { data } = await client
      .from('goods')
      .insert(
        [
          { id: 20, name: 'a' },
          { id: 21, name: 'b', tags: ['t'] },
        ],
        { defaultToNull: false },
      )
      .select('id, tags');

    expect(data).toEqual([
      { id: 20, tags: [] },
      { id: 21, tags: ['t'] },
    ]);
  });

  it('upsert by primary key, by another key, and leaving what is there', async () => {
    expect((await client.from('makers').upsert({ id: 3, name: 'Cleo II' }).select()).data).toEqual([{ id: 3, name: 'Cleo II' }]);

    const byName = await client.from('makers').upsert({ id: 4, name: 'Cleo II' }, { onConflict: 'name' }).select();
    expect(byName.data).toEqual([{ id: 4, name: 'Cleo II' }]);

    const ignored = await client
      .from('makers')
      .upsert(
        [
          { id: 1, name: 'Other' },
          { id: 5, name: 'Eve' },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect(ignored.data).toEqual([{ id: 5, name: 'Eve' }]);
  });

  it('update and delete what the filters name', async () => {
    const updated = await client.from('goods').update({ price: 3 }, { count: 'exact' }).eq('id', 20).select('id, price').single();
    expect(updated).toMatchObject({ count: 1, data: { id: 20, price: 3 } });

    expect(await client.from('goods').delete({ count: 'exact' }).in('id', [20, 21])).toMatchObject({ status: 204, error: null });
    expect((await client.from('goods').select('id').gte('id', 20)).data).toEqual([]);
  });

  it('are refused with the reason of the constraint', async () => {
    expect(await client.from('labels').insert({ id: 1, word: 'again' })).toMatchObject({ status: 409, error: { code: '23505' } });
    expect(await client.from('labels').insert({ id: 99, nope: 1 })).toMatchObject({ status: 400, error: { code: '42703' } });
  });
});

describe('calls of postgrest-js', () => {
  it('call functions by POST, GET and HEAD', async () => {
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect(await client.rpc('cheaper_than', { most: 5 }, { head: true, count: 'exact' })).toMatchObject({
      count: 2,
      error: null,
    });
  });

  it('shape the rows of a function as those of a table', async () => {
    const { data } = await client
      .rpc('cheaper_than', { most: 5 })
      .select('name, makers(name)')
      .order('id', { ascending: false })
      .limit(1);

    expect(data).toEqual([{ name: 'blue ink', makers: { name: 'Ada' } }]);
  });

  it('are refused without the arguments the function needs', async () => {
    expect(await client.rpc('add', { a: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
  });
});
