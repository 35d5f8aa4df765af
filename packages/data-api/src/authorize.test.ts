import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataApiError } from './error.ts';
import type { DataAction } from './policy.ts';
import { openTestApi, TEST_POLICY, type TestApi } from './testing/requests.ts';

let test: TestApi;
const touched: string[] = [];
let refused = '';
beforeAll(async () => {
  test = await openTestApi({
    relations: {
      ...TEST_POLICY,
      authorize({ name, action }: { name: string; action: DataAction }) {
        touched.push(`${action} ${name}`);
        if (`${action} ${name}` === refused) throw new DataApiError({ status: 403, code: '42501', message: 'no' });
      },
    },
  });
});
afterAll(() => test.close());

const ID = '00000000-0000-0000-0000-0000000000a1';

describe('the policy is asked for everything that a request touches', () => {
  it.each([
    ['GET agents?select=name', 'read agents'],
    ['HEAD agents?select=name', 'read agents'],
    ['GET agents?select=name,created_by(name)', 'read people'],
    ['GET agents?select=name,author:people!agents_created_by_fkey(name)', 'read people'],
    ['GET agents?select=name,...people(name)', 'read people'],
    ['GET agents?select=name&people.name=eq.Ada', 'read people'],
    ['GET agents?select=name,people(name)&order=people(name)', 'read people'],
    ['GET canaries?select=name,agents(created_by(name))', 'read people'],
    ['GET components?select=name,checks(name)', 'read check_component_relationships'],
    ['GET people?select=name,made(name)', 'call rpc/made'],
    ['GET people?select=name,made(name)', 'read agents'],
    ['GET rpc/lookup_configs?kind=a', 'call rpc/lookup_configs'],
    ['GET rpc/lookup_configs?kind=a', 'read config_items'],
    ['POST rpc/rename_config', 'call rpc/rename_config'],
    ['POST agents', 'insert agents'],
    ['POST agents?select=created_by(name)', 'read people'],
    [`PATCH agents?id=eq.${ID}`, 'update agents'],
    [`PUT agents?id=eq.${ID}`, 'insert agents'],
    [`PUT agents?id=eq.${ID}`, 'update agents'],
    [`DELETE agents?id=eq.${ID}`, 'delete agents'],
    [`DELETE agents?id=eq.${ID}`, 'read agents'],
  ])('%s: %s', async (line, access) => {
    const isWrite = !/^(GET|HEAD)/.test(line) && !line.includes('rpc/');
    const request = {
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      ...(isWrite ? { body: JSON.stringify({ id: ID, name: 'north' }) } : {}),
    };
    refused = '';
    touched.length = 0;
    await test.send(line, request);
    const asked = [...touched];
    refused = access;
    const answer = await test.send(line, request);

    expect(asked).toContain(access);
    expect(answer.status).toBe(403);
  });

  it('an upsert is an update too', async () => {
    refused = 'update agents';
    const answer = await test.send('POST agents', {
      headers: { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify({ id: ID, name: 'north' }),
    });

    expect(answer.status).toBe(403);
  });

  it('again and again, also for a read that was compiled before', async () => {
    refused = '';
    const first = await test.send('GET agents?select=name,created_by(name)&name=eq.north');
    refused = 'read people';
    const second = await test.send('GET agents?select=name,created_by(name)&name=eq.south');

    expect([first.status, second.status]).toEqual([200, 403]);
  });
});
