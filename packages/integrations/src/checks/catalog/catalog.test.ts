import { compileSelector, matches } from '@quarterdeck/expressions/selectors';
import { expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import type { CatalogReader } from '../catalog-reader.ts';

const ITEMS = [
  {
    id: 'a',
    name: 'cart',
    type: 'Kubernetes::Deployment',
    health: 'healthy',
    tags: { namespace: 'shop' },
    config: { spec: { replicas: 3 } },
  },
  {
    id: 'b',
    name: 'search',
    type: 'Kubernetes::Deployment',
    health: 'unhealthy',
    tags: { namespace: 'shop' },
    config: { spec: { replicas: 0 } },
  },
  { id: 'c', name: 'orders', type: 'Postgres::Database', health: 'healthy', tags: { namespace: 'data' }, config: {} },
].map((item) => ({ ...item, agent_id: '00000000-0000-0000-0000-000000000000' }));

const catalog: CatalogReader = {
  find: async (selector, limit) => {
    const compiled = compileSelector('config', selector);
    return ITEMS.filter((item) => matches(compiled, item, new Date())).slice(0, limit);
  },
  traverse: async (id, path, direction) => [{ name: `${direction} from ${id} by ${path}` }],
};

const run = (fields: string, reader: CatalogReader | undefined = catalog) =>
  runOne(`{spec: {catalog: [{name: items, ${fields}}]}}`, reader === undefined ? {} : { catalog: reader });

it('passes when the items could be read, whatever they are', async () => {
  expect(await run('selector: [{namespace: shop}]')).toMatchObject({ pass: true, message: '2 items', endpoint: '' });
});

it('gives the items of all selectors to the test, documents included', async () => {
  const fields = `selector: [{types: ["Kubernetes::Deployment"]}, {search: orders}], test: {expr: "results.map(i, i.name) == ['cart', 'search', 'orders'] && results[0].config.spec.replicas == 3"}`;
  expect(await run(fields)).toMatchObject({ pass: true });
});

it('fails by its test', async () => {
  const fields = `selector: [{namespace: shop}], test: {expr: "results.all(i, i.health == 'healthy')"}`;
  expect(await run(fields)).toMatchObject({ pass: false, invalid: false });
});

it('takes as many items as the selector allows', async () => {
  expect(await run('selector: [{namespace: shop, limit: 1}]')).toMatchObject({ message: '1 item' });
});

it.each([
  ['no selector', 'selector: []', 'catalog needs a selector'],
  ['a selector that cannot be understood', 'selector: [{labelSelector: "a b"}]', '"a b" is not part of a selector'],
])('is invalid with %s', async (_case, fields, error) => {
  expect(await run(fields)).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining(error) });
});

it('lets expressions follow relations of the catalog', async () => {
  const shown = async (args: string) =>
    await run(`selector: [{name: cart}], display: {expr: "catalog.traverse(${args})[0].name"}`);
  expect(await shown("results[0].id, 'A/B', 'incoming'")).toMatchObject({ message: 'incoming from a by A/B' });
  expect(await shown("'x', 'A'")).toMatchObject({ message: 'outgoing from x by A' });
  expect(await shown("'x', 'A', 'up'")).toMatchObject({ error: expect.stringContaining('is incoming or outgoing, not "up"') });
});

it('is invalid where there is no catalog', async () => {
  const result = await runOne('{spec: {catalog: [{name: items, selector: [{name: x}]}]}}');
  expect(result).toMatchObject({ invalid: true, error: expect.stringContaining('there is no catalog here') });
});

it('fails when the catalog cannot be read', async () => {
  const broken: CatalogReader = { ...catalog, find: async () => Promise.reject(new Error('the database is away')) };
  expect(await run('selector: [{name: x}]', broken)).toMatchObject({
    pass: false,
    invalid: false,
    error: expect.stringContaining('the catalog could not be read: the database is away'),
  });
});

it('ends at its time limit', async () => {
  const hanging: CatalogReader = {
    ...catalog,
    find: (_selector, _limit, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  };
  const result = await runOne('{spec: {catalog: [{name: items, selector: [{name: x}]}]}}', {
    catalog: hanging,
    limits: { timeoutMs: { catalog: 50 } },
  });
  expect(result).toMatchObject({ pass: false, error: expect.stringMatching(/time|50 ?ms/i) });
});
