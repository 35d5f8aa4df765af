import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataCaller } from './caller.ts';
import { openTestApi, TEST_POLICY, type TestApi } from './testing/requests.ts';

const ADA = '00000000-0000-0000-0000-0000000000f1';
const BRIN = '00000000-0000-0000-0000-0000000000f2';
const ada: DataCaller = { role: 'editor', personId: ADA };
const brin: DataCaller = { role: 'editor', personId: BRIN };
const headers = { 'content-type': 'application/json', prefer: 'return=representation' };

let test: TestApi;
let count = 0;
beforeAll(async () => {
  test = await openTestApi({
    relations: {
      ...TEST_POLICY,
      relations: {
        ...TEST_POLICY?.relations,
        agents: { stamps: { created_by: 'author' } },
        silences: { stamps: { created_by: 'editor', description: 'server' } },
      },
    },
    transactionEnd: 'commit',
  });
});
afterAll(() => test.close());

function newId(): string {
  count += 1;
  return `00000000-0000-0000-0000-0000000f${String(count).padStart(4, '0')}`;
}

async function authorOf(id: string): Promise<string | null | undefined> {
  const { rows } = await test.db.query<{ created_by: string | null }>('SELECT created_by::text FROM agents WHERE id = $1::uuid', [
    id,
  ]);
  return rows[0]?.created_by;
}

describe('the author of a row is the person who inserted it', () => {
  it.each([
    ['when the body names another', (id: string) => JSON.stringify({ id, name: id, created_by: BRIN }), 'application/json', ''],
    ['when the body names none', (id: string) => JSON.stringify({ id, name: id }), 'application/json', ''],
    ['when the body names NULL', (id: string) => JSON.stringify([{ id, name: id, created_by: null }]), 'application/json', ''],
    [
      'when a person is embedded there',
      (id: string) => JSON.stringify({ id, name: id, created_by: { id: BRIN } }),
      'application/json',
      '',
    ],
    ['from CSV', (id: string) => `id,name,created_by\n${id},${id},${BRIN}`, 'text/csv', ''],
    ['from a form', (id: string) => `id=${id}&name=${id}&created_by=${BRIN}`, 'application/x-www-form-urlencoded', ''],
    [
      'when columns are named',
      (id: string) => JSON.stringify([{ id, name: id, created_by: BRIN }]),
      'application/json',
      '?columns=id,name,created_by',
    ],
    [
      'when columns leave it out',
      (id: string) => JSON.stringify([{ id, name: id, created_by: BRIN }]),
      'application/json',
      '?columns=id,name',
    ],
  ])('%s', async (_when, body, type, query) => {
    const id = newId();

    const answer = await test.send(`POST agents${query}`, {
      caller: ada,
      headers: { ...headers, 'content-type': type },
      body: body(id),
    });

    expect([answer.status, await authorOf(id)]).toEqual([201, ADA]);
  });

  it('with defaults for what the body does not name', async () => {
    const id = newId();

    await test.send('POST agents', {
      caller: ada,
      headers: { ...headers, prefer: 'missing=default' },
      body: JSON.stringify({ id, name: id, created_by: BRIN }),
    });

    expect(await authorOf(id)).toBe(ADA);
  });

  it('and stays so, whoever changes the row', async () => {
    const id = newId();
    await test.send('POST agents', { caller: ada, headers, body: JSON.stringify({ id, name: id }) });
    const row = { id, name: `${id}b`, created_by: BRIN };
    const body = JSON.stringify(row);

    const patched = await test.send(`PATCH agents?id=eq.${id}`, { caller: brin, headers, body });
    const afterPatch = await authorOf(id);
    const put = await test.send(`PUT agents?id=eq.${id}`, {
      caller: brin,
      headers,
      body: JSON.stringify({ ...row, description: null, properties: null, created_at: '2024-01-01Z', deleted_at: null }),
    });
    const afterPut = await authorOf(id);
    const merged = await test.send('POST agents', {
      caller: brin,
      headers: { ...headers, prefer: 'resolution=merge-duplicates,return=representation' },
      body,
    });

    expect([patched.status, put.status, merged.status]).toEqual([200, 200, 201]);
    expect([afterPatch, afterPut, await authorOf(id)]).toEqual([ADA, ADA, ADA]);
  });

  it('is nobody when nobody asks, even if the body names somebody', async () => {
    const id = newId();

    await test.send('POST agents', { headers, body: JSON.stringify({ id, name: id, created_by: BRIN }) });

    expect(await authorOf(id)).toBeNull();
  });

  it('cannot be set alone', async () => {
    const id = newId();
    await test.send('POST agents', { caller: ada, headers, body: JSON.stringify({ id, name: id }) });

    await test.send(`PATCH agents?id=eq.${id}`, { caller: brin, headers, body: JSON.stringify({ created_by: BRIN }) });

    expect(await authorOf(id)).toBe(ADA);
  });
});

it('the editor of a row is the person who wrote it last, and what is the server’s stays', async () => {
  const id = newId();
  const post = { id, description: 'mine', created_by: BRIN, filter: 'a' };
  await test.send('POST silences', { caller: ada, headers, body: JSON.stringify(post) });
  const select = () => test.send(`GET silences?id=eq.${id}&select=created_by,description,filter`, { caller: ada });
  const inserted = await select();
  await test.send(`PATCH silences?id=eq.${id}`, { caller: brin, headers, body: JSON.stringify({ ...post, filter: 'b' }) });
  const updated = await select();
  await test.send('POST silences', {
    caller: ada,
    headers: { ...headers, prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify({ ...post, filter: 'c' }),
  });

  expect(inserted.json).toEqual([{ created_by: ADA, description: null, filter: 'a' }]);
  expect(updated.json).toEqual([{ created_by: BRIN, description: null, filter: 'b' }]);
  expect((await select()).json).toEqual([{ created_by: ADA, description: null, filter: 'c' }]);
});
