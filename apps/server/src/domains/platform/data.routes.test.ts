import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createHttp } from '../../http/create-http.ts';
import { letAdministratorIn } from '../../http/testing/let-in.ts';
import { systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { registerData } from './data.routes.ts';

let db: Database;
let http: FastifyInstance;
let failure: QuarterdeckError | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  await db.query(`DELETE FROM agents WHERE name <> 'local'`);
  failure = undefined;
  http = await createHttp({ clock: systemClock, log: createLog('silent') });
  const flaky: Database = new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      const isCall = property === 'query' || property === 'transaction' || property === 'batch';
      if (failure !== undefined && isCall) return () => Promise.reject(failure);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await letAdministratorIn(http, db);
  await registerData(http, {
    db: flaky,
    log: createLog('silent'),
    clock: systemClock,
    config: readConfig(['--auth', 'none'], {}),
  });
});
afterEach(() => http.close());
afterAll(() => db.close());

it('the row API answers 503 while the database is away, and again when it is back', async () => {
  failure = new QuarterdeckError('DATABASE_UNAVAILABLE', 'the database cannot be reached');
  const during = await http.inject({ url: '/api/db/agents?select=name' });
  failure = undefined;
  const after = await http.inject({ url: '/api/db/agents?select=name' });

  expect([during.statusCode, during.json()]).toEqual([503, expect.objectContaining({ code: 'PGRST001' })]);
  expect([after.statusCode, after.json()]).toEqual([200, [{ name: 'local' }]]);
});

it('the row API says so when it cannot know whether a change was saved', async () => {
  failure = new QuarterdeckError('OUTCOME_UNKNOWN', 'the connection broke');

  const answer = await http.inject({ method: 'POST', url: '/api/db/agents', payload: { name: 'far' } });

  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'OUTCOME_UNKNOWN', hint: expect.stringContaining('Look whether') }),
  ]);
});

it('a list of rows is saved whole or not at all', async () => {
  const post = (names: readonly string[]) =>
    http.inject({ method: 'POST', url: '/api/db/agents', payload: names.map((name) => ({ name })) });
  const refused = await post(['near', 'nearer', 'near']);
  const accepted = await post(['far', 'farther']);

  const { rows } = await db.query(`SELECT name FROM agents WHERE name <> 'local' ORDER BY name`);
  expect([refused.statusCode, refused.json().code, accepted.statusCode]).toEqual([409, '23505', 201]);
  expect(rows).toEqual([{ name: 'far' }, { name: 'farther' }]);
});

it('reads and writes that come again and again keep their own values', async () => {
  for (const name of ['a', 'b', 'c']) await http.inject({ method: 'POST', url: '/api/db/agents', payload: { name } });
  for (const name of ['a', 'b', 'c']) {
    await http.inject({ method: 'PATCH', url: `/api/db/agents?name=eq.${name}`, payload: { description: `is ${name}` } });
  }

  const found = ['c', 'a', 'b'].map((name) =>
    http.inject({ url: `/api/db/agents?name=eq.${name}&select=description`, headers: { prefer: 'count=exact' } }),
  );
  const answers = (await Promise.all(found)).map((answer) => [answer.json()[0].description, answer.headers['content-range']]);
  expect(answers).toEqual([
    ['is c', '0-0/1'],
    ['is a', '0-0/1'],
    ['is b', '0-0/1'],
  ]);
});
