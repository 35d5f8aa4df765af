import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRequest } from './index.ts';
import { openTestApi, type TestApi } from './testing/requests.ts';
import { id } from './testing/schema.ts';

let test: TestApi;
beforeAll(async () => {
  test = await openTestApi();
});
afterAll(() => test.close());

const REPRESENTATION = { accept: 'application/json', prefer: 'return=representation', 'content-type': 'application/json' };
const body = (value: unknown, headers: Record<string, string> = {}): Partial<DataRequest> => ({
  headers: { ...REPRESENTATION, ...headers },
  body: JSON.stringify(value),
});

describe('POST', () => {
  it.each([
    [[], 0],
    [{}, 1],
    [[{}, {}, {}], 3],
  ])('writes a row of defaults for each object without keys: %j', async (value, rows) => {
    const answer = await test.send('POST silences?select=origin', body(value));

    expect([answer.status, answer.json]).toEqual([201, Array.from({ length: rows }, () => ({ origin: 'UI' }))]);
  });

  it('answers the inserted rows as an array, with embeds', async () => {
    const answer = await test.send(
      'POST silences?select=config_id,origin,person:created_by(name)',
      body({ config_id: id('d1'), created_by: id('f1') }),
    );
    expect([answer.status, answer.json]).toEqual([201, [{ config_id: id('d1'), origin: 'UI', person: { name: 'Ada' } }]]);
  });

  it('inserts several rows at once', async () => {
    const rows = [
      { id: id('f8'), name: 'Cy' },
      { id: id('f9'), name: 'Di' },
    ];
    const answer = await test.send('POST people?select=name', body(rows));
    expect(answer.json).toEqual([{ name: 'Cy' }, { name: 'Di' }]);
    expect((await test.send('POST people', body([]))).json).toEqual([]);
  });

  it('answers nothing without return=representation, and where the row is on headers-only', async () => {
    const row = JSON.stringify({ name: 'x', url: 'u', password: 'p' });
    const plain = await test.send('POST connections', { body: row });
    expect([plain.status, plain.text, plain.headers['content-type']]).toEqual([201, '', undefined]);
    const headers = await test.send('POST people', {
      headers: { prefer: 'return=headers-only' },
      body: JSON.stringify({ id: id('f7'), name: 'E' }),
    });
    expect(headers.headers.location).toBe(`/people?id=eq.${id('f7')}`);
  });

  it('merges or passes over duplicates', async () => {
    const row = { id: id('f1'), name: 'Countess' };
    const merged = await test.send(
      'POST people?select=id,name,email',
      body(row, { prefer: 'return=representation,resolution=merge-duplicates' }),
    );
    expect(merged.json).toEqual([{ id: id('f1'), name: 'Countess', email: 'ada@example.com' }]);
    expect(merged.headers['preference-applied']).toBe('resolution=merge-duplicates');
    const passed = await test.send(
      'POST agents?on_conflict=name',
      body({ id: id('a7'), name: 'north' }, { prefer: 'return=representation,resolution=ignore-duplicates' }),
    );
    expect([passed.status, passed.json]).toEqual([201, []]);
  });

  it('takes defaults for what a row does not say, when asked', async () => {
    const rows = [
      { id: id('c8'), name: 'a' },
      { id: id('c9'), name: 'b', namespace: 'own' },
    ];
    const line = 'POST canaries?columns=id,name,namespace,created_at&select=namespace';
    const answer = await test.send(line, body(rows, { prefer: 'return=representation,missing=default' }));
    expect(answer.json).toEqual([{ namespace: 'default' }, { namespace: 'own' }]);
    const without = await test.send(line, body(rows));
    expect([without.status, without.json]).toMatchObject([400, { code: '23502' }]);
  });

  it.each<[string, unknown, number, string]>([
    ['people', [{ id: id('1'), name: 'x' }, { id: id('2') }], 400, 'PGRST102'],
    ['people', { id: id('1'), nme: 'x' }, 400, '42703'],
    ['people', 'text', 400, 'PGRST102'],
    ['people', { id: id('f1'), name: 'again' }, 409, '23505'],
    ['silences', { check_id: id('99') }, 409, '23503'],
    ['people', { id: 'no uuid', name: 'x' }, 400, '22P02'],
    ['check_statuses', { check_id: id('1') }, 405, 'PGRST101'],
  ])('refuses to write %s %j', async (path, value, status, code) => {
    const answer = await test.send(`POST ${path}`, body(value));
    expect([answer.status, answer.json]).toMatchObject([status, { code }]);
  });

  it.each(['', '{', 'nothing'])('refuses the body %j', async (text) => {
    const answer = await test.send('POST people', { headers: REPRESENTATION, body: text });
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'PGRST102' }]);
  });
});

describe('PATCH', () => {
  it('coerces the text now() and writes through a view', async () => {
    const answer = await test.send(
      `PATCH checks?id=eq.${id('1')}&select=id,name,deleted_at`,
      body({ deleted_at: 'now()', name: 'gone' }),
    );
    expect([answer.status, answer.json]).toMatchObject([
      200,
      [{ id: id('1'), name: 'gone', deleted_at: expect.stringMatching(/^20/) }],
    ]);
  });

  it('takes a whole loaded row back, generated columns included', async () => {
    const loaded = (await test.send(`GET config_items?id=eq.${id('d1')}`)).json;
    const row = Array.isArray(loaded) ? { ...loaded[0], name: 'renamed' } : {};
    const answer = await test.send(`PATCH config_items?id=eq.${id('d1')}&select=name,size`, body(row));
    expect(answer.json).toEqual([{ name: 'renamed', size: 7 }]);
  });

  it('answers 404 when no row matches, and nothing for an empty change', async () => {
    expect((await test.send(`PATCH people?id=eq.${id('99')}`, body({ name: 'x' }))).status).toBe(404);
    const nothing = await test.send('PATCH people?id=not.is.null', body({}));
    expect([nothing.status, nothing.json]).toEqual([200, []]);
  });

  it('limits what it changes by an order', async () => {
    const answer = await test.send('PATCH people?order=name.desc&limit=1&id=not.is.null&select=name', body({ email: 'z' }));
    expect(answer.json).toEqual([{ name: 'Brin' }]);
    const blind = await test.send('PATCH people?limit=1&id=not.is.null', body({ email: 'z' }));
    expect(blind.json).toMatchObject({ code: 'PGRST109' });
  });
});

describe('DELETE and PUT', () => {
  it('answers the deleted rows', async () => {
    const line = `DELETE check_component_relationships?check_id=eq.${id('1')}&component_id=eq.${id('b1')}&select=components(name)`;
    const answer = await test.send(line, { headers: REPRESENTATION });
    expect([answer.status, answer.json]).toEqual([200, [{ components: { name: 'shop' } }]]);
  });

  it.each(['PATCH', 'DELETE'])('refuses %s without a filter', async (method) => {
    const answer = await test.send(`${method} people`, body({ name: 'x' }));
    expect([answer.status, answer.json]).toMatchObject([400, { code: '21000' }]);
    expect((await test.send('HEAD people', { headers: { prefer: 'count=exact' } })).headers['content-range']).toBe('0-1/2');
  });

  it('replaces one row by its primary key', async () => {
    const answer = await test.send(`PUT people?id=eq.${id('f5')}&select=name`, body({ id: id('f5'), name: 'Fay' }));
    expect([answer.status, answer.json]).toEqual([200, [{ name: 'Fay' }]]);
    const other = await test.send(`PUT people?id=eq.${id('f5')}`, body({ id: id('f6'), name: 'Fay' }));
    expect(other.json).toMatchObject({ code: 'PGRST115' });
    expect((await test.send('PUT people?name=eq.x', body({ name: 'x' }))).json).toMatchObject({ code: 'PGRST105' });
  });
});

describe('transactions', () => {
  it('keeps a write only on commit', async () => {
    const name = async () => (await test.send(`GET people?id=eq.${id('f2')}&select=name`)).json;
    await test.send(`PATCH people?id=eq.${id('f2')}`, body({ name: 'undone' }));
    expect(await name()).toEqual([{ name: 'Brin' }]);
    const kept = await test.send(`PATCH people?id=eq.${id('f2')}`, body({ name: 'kept' }, { prefer: 'tx=commit' }));
    expect(kept.headers['preference-applied']).toBe('tx=commit');
    expect(await name()).toEqual([{ name: 'kept' }]);
    await test.send(`PATCH people?id=eq.${id('f2')}`, body({ name: 'Brin' }, { prefer: 'tx=commit' }));
  });

  it('undoes a write whose singular answer does not fit', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json', prefer: 'tx=commit' };
    const answer = await test.send('PATCH people?id=not.is.null', { headers, body: '{"name":"all"}' });
    expect([answer.status, answer.json]).toMatchObject([406, { code: 'PGRST116' }]);
    expect((await test.send('GET people?name=eq.all')).json).toEqual([]);
  });
});
