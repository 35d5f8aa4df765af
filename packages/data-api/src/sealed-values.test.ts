import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, TEST_POLICY, type TestApi } from './testing/requests.ts';

let test: TestApi;
const rule = {
  ...TEST_POLICY?.relations?.connections,
  sealed: { password: (value: unknown) => `sealed(${JSON.stringify(value)})` },
};
beforeAll(async () => {
  test = await openTestApi({
    relations: { ...TEST_POLICY, relations: { ...TEST_POLICY?.relations, connections: rule } },
    transactionEnd: 'commit',
  });
});
afterAll(() => test.close());

async function stored(name: string): Promise<unknown[]> {
  const { rows } = await test.db.query<{ password: unknown }>('SELECT password FROM connections WHERE name LIKE $1 ORDER BY 1', [
    `${name}%`,
  ]);
  return rows.map(({ password }) => password);
}

describe('a sealed column is stored as its rule makes it', () => {
  it.each([
    ['one object', 'application/json', '{"name":"one","password":"p"}', 'one', ['sealed("p")']],
    [
      'many objects',
      'application/json',
      '[{"name":"many","password":"p"},{"name":"many2","password":"q"}]',
      'many',
      ['sealed("p")', 'sealed("q")'],
    ],
    ['CSV', 'text/csv', 'name,password\ncsv,p', 'csv', ['sealed("p")']],
    ['a form', 'application/x-www-form-urlencoded', 'name=form&password=p', 'form', ['sealed("p")']],
    ['a value that is no text', 'application/json', '{"name":"number","password":5}', 'number', ['sealed(5)']],
  ])('from %s', async (_what, type, body, name, passwords) => {
    const answer = await test.send('POST connections', { headers: { 'content-type': type }, body });

    expect([answer.status, await stored(name)]).toEqual([201, passwords]);
  });

  it('by PATCH, and stays as it is when the body does not name it', async () => {
    const headers = { 'content-type': 'application/json' };
    await test.send('POST connections', { headers, body: '{"name":"before","password":"p"}' });
    await test.send('PATCH connections?name=eq.before', { headers, body: '{"password":"new"}' });
    await test.send('PATCH connections?name=eq.before', { headers, body: '{"name":"after"}' });

    expect(await stored('after')).toEqual(['sealed("new")']);
  });
});
