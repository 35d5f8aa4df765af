import { expect, it } from 'vitest';
import { relationshipsOf } from './relationships.ts';

it('lists components, then configuration items, with the page of each, and skips what no longer exists', () => {
  const listed = relationshipsOf({
    components: [{ components: { id: '1', name: 'shop', icon: null } }, { components: null }],
    configs: [{ configs: { id: '2', name: 'db', type: 'Postgres' } }],
  });
  expect(listed.map(({ name, type, href }) => [name, type, href])).toEqual([
    ['shop', 'Component', '/topology/1'],
    ['db', 'Config', '/catalog/2'],
  ]);
});
