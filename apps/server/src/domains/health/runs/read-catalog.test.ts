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

it('follows relations from type to type, and ancestors against their direction', async () => {
  const catalog = readCatalog({ db, clock: new FakeClock() });
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO config_items (name, type, config_class, config) SELECT name, 'Kubernetes::' || name, name, '{}'
     FROM unnest(ARRAY['Namespace', 'Pod', 'Node']) WITH ORDINALITY AS n (name, place) ORDER BY place RETURNING id`,
  );
  const [namespace = '', pod = '', node = ''] = rows.map((row) => row.id);
  await db.query('UPDATE config_items SET parent_id = $1, path = $2 WHERE id = $3', [namespace, `${namespace}.${pod}`, pod]);
  await db.query(`INSERT INTO config_relationships (config_id, related_id, relation) VALUES ($1, $2, 'PodNode')`, [pod, node]);
  const names = async (...args: [string, string, 'incoming' | 'outgoing']) =>
    (await catalog.traverse(...args, signal)).map((item) => item.name);

  expect(await names(pod, 'Kubernetes::Node', 'outgoing')).toEqual(['Node']);
  expect(await names(pod, 'Kubernetes::Node', 'incoming')).toEqual([]);
  expect(await names(node, 'Kubernetes::Pod/Kubernetes::Namespace', 'incoming')).toEqual(['Namespace']);
  expect(await names('no id', 'Kubernetes::Pod', 'incoming')).toEqual([]);
});
