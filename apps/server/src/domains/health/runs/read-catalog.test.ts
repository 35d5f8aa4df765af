import type { Database } from '@quarterdeck/database';
import { createTestDatabase, FakeClock } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCatalog } from './read-catalog.ts';

const { signal } = new AbortController();
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(`INSERT INTO config_items (name, type, config_class, tags, config) VALUES
    ('cart', 'Kubernetes::Deployment', 'Deployment', '{"namespace": "shop"}', '{"spec": {"replicas": 3}}'),
    ('api', 'Kubernetes::Deployment', 'Deployment', '{"namespace": "shop"}', '{}'),
    ('orders', 'Postgres::Database', 'Database', '{"namespace": "data"}', '{}')`);
});
afterAll(() => db.close());

it('finds the items of a selector by name, with document and namespace', async () => {
  const catalog = readCatalog({ db, clock: new FakeClock() });

  const items = await catalog.find({ namespace: 'shop' }, 10, signal);

  expect(items).toMatchObject([{ name: 'api' }, { name: 'cart', namespace: 'shop', config: { spec: { replicas: 3 } } }]);
});

it('finds no more than the limit', async () => {
  const catalog = readCatalog({ db, clock: new FakeClock() });

  expect(await catalog.find({ types: ['Kubernetes::*'] }, 1, signal)).toHaveLength(1);
});
