import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataApiError } from './index.ts';
import { openTestApi, TEST_POLICY, type TestApi } from './testing/requests.ts';
import { id } from './testing/schema.ts';

let test: TestApi;
const failures: unknown[] = [];
beforeAll(async () => {
  test = await openTestApi({ onError: (error) => failures.push(error) });
});
afterAll(() => test.close());

const NASTY = [
  `'; DROP TABLE people; --`,
  `") FROM people; DROP TABLE people; --`,
  `x" OR "1"="1`,
  `$1`,
  `$$ || (SELECT value FROM secrets) || $$`,
  `\\'; SELECT 1`,
  `/* */ UNION SELECT value FROM secrets`,
  `name) = (select 1`,
];

describe('injection', () => {
  const places: [string, (text: string) => string][] = [
    ['a value', (text) => `people?name=eq.${text}`],
    ['a list', (text) => `people?name=in.("${text.replaceAll(/["\\]/g, '\\$&')}")`],
    ['a logic value', (text) => `people?or=(name.eq."${text.replaceAll(/["\\]/g, '\\$&')}",name.eq.x)`],
    ['a pattern', (text) => `people?name=like.${text}`],
    ['a match list', (text) => `people?name.filter=${text}`],
    [
      'a JSON key',
      (text) => `agents?select="${text.replaceAll(/["\\]/g, '\\$&')}":properties->>"${text.replaceAll(/["\\]/g, '\\$&')}"`,
    ],
    ['an alias', (text) => `people?select="${text.replaceAll(/["\\]/g, '\\$&')}":name`],
    ['an argument', (text) => `rpc/lookup_configs?kind=${text}`],
  ];
  it.each(
    places.flatMap(([place, path]) => NASTY.map((text): [string, string, (text: string) => string] => [text, place, path])),
  )('takes %j as %s for text', async (text, _place, path) => {
    const [target = '', query = ''] = path(text).split(/\?(.*)/s);
    const encoded = query.replaceAll(/[^=&]+/g, (part) => encodeURIComponent(part));
    const answer = await test.send(`GET ${target}?${encoded}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain('top');
  });

  const identifiers: [string, (text: string) => string][] = [
    ['a column', (text) => `people?${encodeURIComponent(text)}=eq.1`],
    ['a selected column', (text) => `people?select=${encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`)}`],
    ['an embed', (text) => `people?select=${encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`)}(*)`],
    ['a hint', (text) => `agents?select=people!${encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`)}(*)`],
    ['a cast', (text) => `people?select=name::${encodeURIComponent(text)}`],
    ['a relation', (text) => encodeURIComponent(text)],
    ['a function', (text) => `rpc/${encodeURIComponent(text)}`],
    ['an argument name', (text) => `rpc/lookup_configs?${encodeURIComponent(text)}=1`],
    ['a search configuration', (text) => `documents?words=fts(${encodeURIComponent(text)}).x`],
  ];
  it.each(
    identifiers.flatMap(([place, path]) => NASTY.map((text): [string, string, (text: string) => string] => [text, place, path])),
  )('refuses %j as %s', async (text, _place, path) => {
    const answer = await test.send(`GET ${path(text)}`);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/syntax error|SELECT body|json_agg/);
  });

  it('refuses columns of a body that are none', async () => {
    for (const text of NASTY) {
      const answer = await test.send('POST people', { body: JSON.stringify({ [text]: 1 }) });
      expect([answer.status, answer.json]).toMatchObject([400, { code: '42703' }]);
    }
  });

  it('leaves everything as it was and never fails by itself', async () => {
    expect((await test.send('HEAD people', { headers: { prefer: 'count=exact' } })).headers['content-range']).toBe('0-1/2');
    expect(failures).toEqual([]);
  });

  it('reads relations and columns with odd names', async () => {
    expect(
      (await test.send(`GET ${encodeURIComponent('odd "name')}?select=select,"a.b","c,d"&"a.b"=eq.dot&order="c,d"`)).json,
    ).toEqual([{ select: 1, 'a.b': 'dot', 'c,d': 'comma' }]);
  });
});

describe('policy', () => {
  it.each([
    ['GET secrets', 404, '42P01'],
    ['GET check_definitions', 404, '42P01'],
    ['GET pg_authid', 404, '42P01'],
    ['GET connections?select=password', 400, '42703'],
    ['GET connections?password=like.h*', 400, '42703'],
    ['GET connections?or=(name.eq.x,password.like.h*)', 400, '42703'],
    ['GET connections?password.filter=h*', 400, '42703'],
    ['GET connections?select=internal_note', 400, '42703'],
    ['GET canaries?select=check_definitions(*)', 400, 'PGRST200'],
    ['GET people?select=secrets(*)', 400, 'PGRST200'],
    ['GET people?select=name::regclass', 400, '42704'],
    ['GET people/1', 404, 'PGRST125'],
    ['TRACE people', 405, 'PGRST117'],
  ])('refuses %s', async (line, status, code) => {
    const answer = await test.send(line);
    expect([answer.status, answer.json]).toMatchObject([status, { code }]);
  });

  it('does not order by a column that may not be read', async () => {
    expect((await test.send('GET connections?order=password')).status).toBe(200);
    const strict = await openTestApi({ tolerances: { unknownOrderColumn: false } });
    const answer = await strict.send('GET connections?order=password');
    await strict.close();
    expect(answer.json).toMatchObject({ code: '42703' });
  });

  it('leaves hidden columns out of * and of written rows', async () => {
    expect((await test.send('GET connections')).json).toEqual([{ id: 1, name: 'mail', url: 'smtp://x' }]);
    const headers = { prefer: 'return=representation' };
    const written = await test.send('POST connections', {
      headers,
      body: JSON.stringify({ name: 'n', url: null, password: 'secret' }),
    });
    expect(written.text).not.toContain('secret');
    expect((await test.send('POST connections', { headers, body: '{"internal_note":"x"}' })).json).toMatchObject({
      code: '42703',
    });
  });

  it('asks the authorizer for every relation that a request touches', async () => {
    const asked: string[] = [];
    const authorize = ({ name, action }: { name: string; action: string }) => {
      asked.push(`${action} ${name}`);
      if (name === 'people') throw new DataApiError({ status: 403, code: '42501', message: 'not yours' });
    };
    const guarded = await openTestApi({ relations: { ...TEST_POLICY, authorize } });
    const refused = await guarded.send('GET agents?select=name,created_by(name)');
    await guarded.close();
    expect([refused.status, refused.json]).toMatchObject([403, { code: '42501', message: 'not yours' }]);
    expect(asked).toEqual(['read agents', 'read people']);
  });
});

describe('refusals', () => {
  it('names the place in the query string', async () => {
    const answer = await test.send('GET people?select=name&nme=eq.x');
    expect([answer.status, answer.headers['query-position'], answer.json]).toEqual([
      400,
      '12',
      {
        code: '42703',
        message: 'column people.nme does not exist',
        details: null,
        hint: 'Perhaps you meant to reference the column "people.name".',
      },
    ]);
  });

  it.each([
    ['GET people?id=5', 400, 'PGRST104'],
    ['GET people?x.name=eq.1', 400, 'PGRST108'],
    ['GET people?id=eq.x', 400, '22P02'],
    ['GET people?name=match.(', 400, '2201B'],
    ['GET people?name=fts.:', 400, '42601'],
    ['GET config_relationships?select=config_items(name)', 300, 'PGRST201'],
    [`GET people?select=${'x'.repeat(70)}:name`, 400, 'PGRST100'],
    ['GET people?name=eq.%00', 400, 'PGRST100'],
    ['GET people?cost=cs.{}', 400, '42703'],
    ['GET config_items?cost=cs.1', 404, '42883'],
    ['GET config_items?tags=ov.x', 400, '22P02'],
    [`GET people?select=${'a('.repeat(20)}`, 400, 'PGRST100'],
  ])('answers %s with a 4xx', async (line, status, code) => {
    const answer = await test.send(line);
    expect([answer.status, answer.json]).toMatchObject([status, { code }]);
  });

  it('answers HEAD without a body', async () => {
    const answer = await test.send('HEAD missing');
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it('sees a changed schema after a refresh', async () => {
    await test.db.exec('ALTER TABLE people ADD COLUMN nick text');
    expect((await test.send('GET people?select=nick')).status).toBe(400);
    await test.api.refresh();
    expect((await test.send(`GET people?select=nick&id=eq.${id('f1')}`)).json).toEqual([{ nick: null }]);
    await test.db.exec('ALTER TABLE people DROP COLUMN nick');
    await test.api.refresh();
  });
});
