import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataApi, type DataApi, type DataResponse } from './index.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const SCHEMA = `
CREATE SCHEMA shop; CREATE SCHEMA tools;
CREATE TABLE shop.makers (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE shop.goods (id int PRIMARY KEY, name text NOT NULL, maker_id int REFERENCES shop.makers, sheet xml);
CREATE TABLE shop.parts (id int PRIMARY KEY, good_id int REFERENCES shop.goods, word text);
CREATE DOMAIN shop.good AS shop.goods;
CREATE FUNCTION shop.good_of(id int) RETURNS SETOF shop.good LANGUAGE sql STABLE AS 'SELECT g::shop.good FROM shop.goods g WHERE g.id = good_of.id';
CREATE FUNCTION shop.letters() RETURNS SETOF text LANGUAGE sql STABLE AS $$ VALUES ('a'), ('b,c'), ('d') $$;
CREATE FUNCTION shop.greeting(name text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'Hi, ' || name $$;
CREATE FUNCTION shop.sheet() RETURNS xml LANGUAGE sql STABLE AS $$ SELECT E'\\n<sheet/>'::xml $$;
CREATE FUNCTION shop.echo(xml) RETURNS xml LANGUAGE sql STABLE AS 'SELECT $1';
CREATE FUNCTION shop.pick(n int) RETURNS int LANGUAGE sql STABLE AS 'SELECT n';
CREATE FUNCTION shop.pick(n varchar) RETURNS varchar LANGUAGE sql STABLE AS 'SELECT n';
CREATE FUNCTION shop.pair(INOUT a int, OUT twice int) LANGUAGE sql STABLE AS 'SELECT a, 2 * a';
CREATE FUNCTION shop.note(id int, word text) RETURNS void LANGUAGE sql AS 'INSERT INTO shop.parts VALUES (id, NULL, word)';
CREATE FUNCTION shop.fail(state text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'no luck' USING ERRCODE = state, DETAIL = 'why', HINT = 'wait'; END $$;
CREATE FUNCTION shop.claim() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('request.jwt.claims') $$;
CREATE FUNCTION tools.shout(shop.goods) RETURNS text LANGUAGE sql STABLE AS 'SELECT upper($1.name)';
CREATE FUNCTION tools.hidden() RETURNS int LANGUAGE sql AS 'SELECT 1';
INSERT INTO shop.makers VALUES (1, 'Ada'), (2, 'Brin');
INSERT INTO shop.goods VALUES (1, 'pen', 2, '<a/>'), (2, 'ink', 1, '<b/>'), (3, 'odd "(name)"', NULL, NULL), (4, '"', 2, NULL);
INSERT INTO shop.parts VALUES (1, 1, 'cap'), (2, 1, 'tip'), (3, 2, 'jar');
`;

let db: TestDatabase;
let api: DataApi;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.exec(SCHEMA);
  api = await createDataApi({
    db,
    schemas: ['shop'],
    maxRows: Number.POSITIVE_INFINITY,
    transactionEnd: 'rollback',
    allowUnfilteredWrites: true,
    hasDocument: true,
    tolerances: { refuseOffside: false },
    session: { extraSearchPath: ['tools'], httpSettings: true },
  });
});
afterAll(() => db.close());

async function send(
  line: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<DataResponse & { json: unknown }> {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const answer = await api.handle({ method, path, query, headers, ...(body === undefined ? {} : { body }) });
  const isJson = typeof answer.body === 'string' && (answer.headers['content-type'] ?? '').includes('json') && answer.body !== '';
  return { ...answer, json: isJson && typeof answer.body === 'string' ? JSON.parse(answer.body) : undefined };
}

/** What a server without the tolerance for unknown order columns says of a GET. */
async function strict(target: string): Promise<unknown> {
  const server = await createDataApi({ db, schemas: ['shop'], tolerances: { unknownOrderColumn: false } });
  const [path = '', query = ''] = target.split('?');
  return JSON.parse(String((await server.handle({ method: 'GET', path, query, headers: {} })).body));
}

describe('values in brackets', () => {
  it.each([
    ['in.(")', ['"']],
    ['in.("\\"",pen)', ['pen', '"']],
    ['in.("odd \\"(name)\\"")', ['odd "(name)"']],
    ['in.( "pen" , ink )', ['pen', 'ink']],
    ['in.(""pen"",ink)', ['ink']],
  ])('are quoted only when the quotes go around all of them: %s', async (value, names) => {
    const { json } = await send(`GET goods?select=name&order=id&name=${encodeURIComponent(value)}`);

    expect(json).toEqual(names.map((name) => ({ name })));
  });
});

describe('embeds of a whole answer', () => {
  it('join the single row of a parent, and give null where there is none', async () => {
    const { json } = await send('GET goods?select=id,makers(name),parts(word)&order=id&parts.order=id');

    expect(json).toEqual([
      { id: 1, makers: { name: 'Brin' }, parts: [{ word: 'cap' }, { word: 'tip' }] },
      { id: 2, makers: { name: 'Ada' }, parts: [{ word: 'jar' }] },
      { id: 3, makers: null, parts: [] },
      { id: 4, makers: { name: 'Brin' }, parts: [] },
    ]);
  });

  it('are filtered without losing parents, unless they are inner', async () => {
    const outer = await send('GET parts?select=id,goods(name,makers(name))&goods.makers.name=eq.Ada&order=id');
    const inner = await send('GET parts?select=id,goods!inner(name,makers!inner(name))&goods.makers.name=eq.Ada&order=id');

    expect(outer.json).toEqual([
      { id: 1, goods: { name: 'pen', makers: null } },
      { id: 2, goods: { name: 'pen', makers: null } },
      { id: 3, goods: { name: 'ink', makers: { name: 'Ada' } } },
    ]);
    expect(inner.json).toEqual([{ id: 3, goods: { name: 'ink', makers: { name: 'Ada' } } }]);
  });
});

describe('a single embedded row that is spread', () => {
  it.each([
    ['parts?select=id,...goods(good:name,...makers(maker:name))&order=id', [{ id: 1, good: 'pen', maker: 'Brin' }]],
    ['parts?select=id,...goods(good:name,...makers(maker:name))&order=id&limit=1', [{ id: 1, good: 'pen', maker: 'Brin' }]],
    ['goods?select=id,...makers(maker:name)&id=eq.3', [{ id: 3, maker: null }]],
    ['goods?select=id,name,...makers(name)&id=eq.1&limit=1', [{ id: 1, name: 'Brin' }]],
    ['goods?select=id,...makers!inner(maker:name)&makers.name=eq.Ada', [{ id: 2, maker: 'Ada' }]],
  ])('puts its columns beside those of the parent: %s', async (target, [first]) => {
    const { json } = await send(`GET ${target}`);

    expect(json).toEqual(expect.arrayContaining([first]));
  });

  it('is read back from a write', async () => {
    const headers = { prefer: 'return=representation', accept: 'text/csv' };
    const answer = await send('POST goods?select=id,...makers(maker:name)', headers, '{"id":9,"name":"x","maker_id":1}');

    expect(answer.body).toBe('id,maker\n9,Ada');
  });

  it('is refused where there can be several', async () => {
    expect((await send('GET makers?select=id,...goods(name)')).json).toMatchObject({ code: 'PGRST119' });
  });
});

describe('order by a single embedded row', () => {
  it.each([
    ['goods?select=id,makers(name)&order=makers(name).desc,id', [3, 1, 4, 2]],
    ['goods?select=id,made:makers()&order=made(name).nullslast,id.desc&limit=3', [2, 4, 1]],
    ['parts?select=id,goods(makers(id))&goods.order=makers(name)&order=goods(name),id', [3, 1, 2]],
  ])('sorts the rows of %s', async (target, ids) => {
    expect((await send(`GET ${target}`)).json).toMatchObject(ids.map((id) => ({ id })));
  });

  it('limits what is written', async () => {
    const headers = { prefer: 'return=representation' };
    const answer = await send('PATCH goods?select=id,makers()&order=makers(name),id&limit=1', headers, '{"name":"x"}');

    expect(answer.json).toEqual([{ id: 2 }]);
  });

  it.each([
    ['makers?select=id,goods(id)&order=goods(id)', 'PGRST118'],
    ['goods?select=id&order=makers(name)', 'PGRST108'],
    ['goods?select=id,makers(id)&order=makers(nope)', '42703'],
  ])('refuses %s', async (target, code) => {
    expect(await strict(target)).toMatchObject({ code });
  });
});

describe('functions', () => {
  it('have the columns and embeds of the row type under a domain', async () => {
    expect((await send('GET rpc/good_of?id=1&select=id,makers(name)')).json).toEqual([{ id: 1, makers: { name: 'Brin' } }]);
  });

  it('that return values answer a range of them and count all', async () => {
    const answer = await send('GET rpc/letters?limit=1&offset=1', { prefer: 'count=exact' });

    expect([answer.status, answer.headers['content-range'], answer.json]).toEqual([206, '1-1/3', ['b,c']]);
  });

  it('that return values write CSV with one column', async () => {
    expect((await send('GET rpc/letters', { accept: 'text/csv' })).body).toBe('pgrst_scalar\na\n"b,c"\nd');
  });

  it('are called once for each object of a body', async () => {
    const headers = { prefer: 'params=multiple-objects' };
    expect((await send('POST rpc/pair', headers, '[{"a":1},{"a":2}]')).json).toEqual([
      { a: 1, twice: 2 },
      { a: 2, twice: 4 },
    ]);
    expect((await send('POST rpc/note', headers, '[{"id":8,"word":"x"},{"id":9,"word":"y"}]')).status).toBe(204);
  });

  it('are told apart by types as people write them', async () => {
    const { status, json } = await send('GET rpc/pick?n=1');

    expect([status, json]).toMatchObject([300, { message: expect.stringContaining('shop.pick(n => character varying)') }]);
  });

  it('of the extra search path make computed columns but cannot be called', async () => {
    expect((await send('GET goods?select=shout&shout=eq.PEN')).json).toEqual([{ shout: 'PEN' }]);
    expect((await send('POST rpc/hidden')).status).toBe(404);
  });

  it('see the role that they run as', async () => {
    expect((await send('GET rpc/claim')).body).toContain('role');
  });
});

describe('errors that a function raises', () => {
  it.each([
    ['PT402', 402],
    ['PT40A', 500],
    ['PT999', 500],
    ['P0001', 400],
    ['P0004', 500],
    ['23505', 409],
    ['25006', 405],
    ['28000', 403],
    ['42883', 404],
    ['42P01', 404],
    ['42501', 403],
    ['53400', 503],
    ['54001', 413],
    ['22023', 400],
    ['21000', 400],
  ])('%s is answered %i in the words of the function', async (state, status) => {
    const answer = await send('POST rpc/fail', {}, JSON.stringify({ state }));

    expect(answer.status).toBe(status);
    const isOurs = status >= 500 && !state.startsWith('P');
    const words = { code: state, message: 'no luck', details: 'why', hint: 'wait' };
    expect(answer.json).toEqual(isOurs ? expect.objectContaining({ code: state, details: null }) : words);
  });
});

describe('XML', () => {
  it('is answered as its type writes it, values one after the other', async () => {
    const answer = await send('GET goods?select=sheet&order=id', { accept: 'text/xml' });

    expect([answer.headers['content-type'], answer.body]).toEqual(['text/xml; charset=utf-8', '<a/><b/>']);
    expect((await send('GET rpc/sheet', { accept: 'text/xml' })).body).toBe('<sheet/>');
  });

  it('is taken by a function with one unnamed parameter', async () => {
    const headers = { 'content-type': 'text/xml', accept: 'text/xml' };
    expect((await send('POST rpc/echo', headers, '<x>1</x>')).body).toBe('<x>1</x>');
    expect((await send('POST rpc/pick', headers, '<x/>')).json).toMatchObject({
      message: expect.stringContaining('single unnamed xml parameter'),
    });
  });

  it.each(['GET goods?select=name', 'GET goods', 'GET rpc/greeting?name=x'])('is refused for %s', async (line) => {
    expect((await send(line, { accept: 'text/xml' })).status).toBe(406);
  });
});

describe('refusals', () => {
  it.each([
    ['goods?select=nme', 'column goods.nme does not exist', 'Perhaps you meant to reference the column "goods.name".'],
    ['goods?colour=eq.1', 'column goods.colour does not exist', null],
    ['parts?order=goodid', 'column parts.goodid does not exist', 'Perhaps you meant to reference the column "parts.good_id".'],
  ])('suggest the column that %s may mean', async (target, message, hint) => {
    expect(await strict(target)).toEqual({ code: '42703', message, details: null, hint });
  });

  it.each([
    ['POST goods', '{"nme":1}', 'column "nme" of relation "goods" does not exist'],
    ['PATCH goods?id=eq.1', '{"nme":1}', 'column "nme" of relation "goods" does not exist'],
    ['POST goods?columns=nme', '{}', 'column "nme" of relation "goods" does not exist'],
  ])('name the column that %s cannot write', async (line, body, message) => {
    expect((await send(line, {}, body)).json).toEqual({ code: '42703', message, details: null, hint: null });
  });

  it('say where a body stops being JSON', async () => {
    expect((await send('POST goods', {}, '} {"id": 1')).json).toMatchObject({
      code: 'PGRST102',
      message: `Error in $: Failed reading: not a valid json value at '}{"id":1'`,
    });
  });

  it('of a document in a form that it has not are 415', async () => {
    expect((await send('GET ', { accept: 'text/csv' })).status).toBe(415);
    expect((await send('GET ', { accept: 'application/json' })).status).toBe(200);
  });
});

describe('ranges', () => {
  it('past the last row answer 416 with an empty list when the tolerance is off', async () => {
    const answer = await send('GET goods?offset=9', { prefer: 'count=exact' });

    expect([answer.status, answer.headers['content-range'], answer.json]).toEqual([416, '*/4', []]);
  });

  it('of the header limit the rows that are written', async () => {
    const prefer = 'return=representation';
    const patched = await send('PATCH goods?order=id&select=id', { prefer, range: '1-1' }, '{"name":"x"}');
    const unordered = await send('DELETE parts', { prefer, range: '0-0' });
    const replaced = await send('PUT makers?id=eq.1', { range: '0-5' }, '{"id":1,"name":"x"}');

    expect(patched.json).toEqual([{ id: 2 }]);
    expect(unordered.json).toMatchObject({ code: 'PGRST109' });
    expect(replaced.json).toMatchObject({ code: 'PGRST114' });
  });
});
