import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttp } from '../../http/create-http.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { registerData } from './data.routes.ts';

let db: Database;
let http: FastifyInstance;
let isAway = false;
beforeEach(async () => {
  db = await createTestDatabase();
  isAway = false;
  http = await createHttp({ clock: systemClock, log: createLog('silent') });
  const away = () => Promise.reject(new QuarterdeckError('DATABASE_UNAVAILABLE', 'the database cannot be reached'));
  const flaky: Database = new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (isAway && (property === 'query' || property === 'transaction')) return away;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await registerData(http, { db: flaky, log: createLog('silent'), clock: systemClock });
});
afterEach(async () => {
  await http.close();
  await db.close();
});

it('the row API answers 503 while the database is away, and again when it is back', async () => {
  isAway = true;
  const during = await http.inject({ url: '/api/db/agents?select=name' });
  isAway = false;
  const after = await http.inject({ url: '/api/db/agents?select=name' });

  expect([during.statusCode, during.json()]).toEqual([503, expect.objectContaining({ code: 'PGRST001' })]);
  expect([after.statusCode, after.json()]).toEqual([200, [{ name: 'local' }]]);
});
