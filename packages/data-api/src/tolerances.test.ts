import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from './testing/requests.ts';
import { id } from './testing/schema.ts';

let test: TestApi;
let strict: TestApi;
beforeAll(async () => {
  test = await openTestApi();
  strict = await openTestApi({ tolerances: { unselectedFilters: false, loadedRows: false } });
});
afterAll(async () => {
  await test.close();
  await strict.close();
});

const write = (line: string, body: unknown, api = test) =>
  api.send(line, { body: JSON.stringify(body), headers: { prefer: 'return=representation, tx=rollback' } });

describe('a filter on a relation that was not selected', () => {
  const names = async (query: string, headers: Record<string, string> = {}) => {
    const { json, headers: found } = await test.send(`GET ${query}`, { headers });
    return { names: Array.isArray(json) ? json.map((row: { name: string }) => row.name) : json, range: found['content-range'] };
  };

  it('keeps the rows that have a match, and counts them', async () => {
    expect(await names('canaries?select=name&checks.type=eq.postgres', { prefer: 'count=exact' })).toEqual({
      names: ['db'],
      range: '0-0/1',
    });
    expect(await names(`checks?select=name&canaries.name=eq.web&order=name`)).toMatchObject({ names: ['basket', 'home page'] });
  });

  it('follows a path of several relations, and several filters hold for one and the same row', async () => {
    expect(await names('canaries?select=name&checks.components.name=eq.shop')).toMatchObject({ names: ['web'] });
    expect(await names('canaries?select=name&checks.name=eq.basket&checks.status=eq.healthy')).toMatchObject({ names: [] });
    expect(await names('canaries?select=name&checks.name=eq.basket&checks.status=eq.unhealthy')).toMatchObject({
      names: ['web'],
    });
  });

  it('shows nothing of what it passes through', async () => {
    const { json } = await test.send(`GET canaries?checks.type=eq.postgres`);

    expect(Object.keys(Array.isArray(json) ? json[0] : {})).not.toContain('checks');
  });

  it.each([
    ['GET canaries?secrets.value=eq.top', 'a relation that is not offered'],
    ['GET canaries?nothing.name=eq.x', 'no relation'],
    ['GET canaries?checks.canaries.checks.canaries.checks.name=eq.x', 'too long a path'],
    ['GET canaries?checks.order=name', 'an order'],
    ['DELETE canaries?checks.type=eq.postgres', 'a write'],
    [`DELETE canaries?id=eq.${id('c1')}&checks.type=eq.postgres`, 'a write with another filter'],
  ])('is refused: %s (%s)', async (line) => {
    const { status, json } = await test.send(line);

    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'PGRST108' })]);
  });

  it('is refused where the tolerance is off', async () => {
    expect(await strict.send('GET canaries?select=name&checks.type=eq.postgres')).toMatchObject({ status: 400 });
  });
});

describe('a row that is written as it was loaded', () => {
  it('gives the key of what was embedded in its place, and passes over what has no column', async () => {
    const loaded = {
      id: id('a1'),
      name: 'north',
      created_by: { id: id('f2'), name: 'Brin' },
      canaries: [{ id: id('c1') }],
      team: null,
    };

    const { status, json } = await write(`PATCH agents?id=eq.${id('a1')}`, loaded);

    expect([status, json]).toEqual([200, [expect.objectContaining({ name: 'north', created_by: id('f2') })]]);
  });

  it('keeps objects of JSON columns as they are', async () => {
    const { json } = await write(`PATCH agents?id=eq.${id('a1')}`, { properties: { id: 'x', region: 'eu' } });

    expect(json).toEqual([expect.objectContaining({ properties: { id: 'x', region: 'eu' } })]);
  });

  it('still refuses an unknown name with a plain value', async () => {
    expect(await write(`PATCH agents?id=eq.${id('a1')}`, { nmae: 'x' })).toMatchObject({ status: 400 });
  });

  it('is refused where the tolerance is off', async () => {
    expect(await write(`PATCH agents?id=eq.${id('a1')}`, { team: null }, strict)).toMatchObject({ status: 400 });
  });
});

describe('patterns and orders that PostgreSQL has no operator for', () => {
  it('a pattern on a list asks whether one of its members matches', async () => {
    const { json } = await test.send('GET configs?select=name&tags=ilike.X*');
    const none = await test.send('GET configs?select=name&tags=like.q*');

    expect([json, none.json]).toEqual([[{ name: 'node-1' }], []]);
  });

  it('rows can be ordered by JSON', async () => {
    const { status, json } = await test.send('GET canaries?select=name&order=spec.desc');

    expect([status, json]).toEqual([200, [{ name: 'web' }, { name: 'db' }]]);
  });
});
