import { describe, expect, it } from 'vitest';
import { filterScope, filterVisible } from './check-filter.ts';
import { aCheck, idsOf } from './check-fixture.ts';
import { labelId } from './label-filter.ts';

const checks = [
  aCheck({ id: 'name', name: 'Basket total' }),
  aCheck({ id: 'description', name: 'a', description: 'Watches the BASKET', status: 'unhealthy' }),
  aCheck({ id: 'endpoint', name: 'b', endpoint: 'https://basket.test', status: undefined, labels: { team: 'pay' } }),
  aCheck({ id: 'other', name: 'c', suspended: true }),
];

describe('the scope', () => {
  const search = (query: string, labels = {}) => idsOf(filterScope(checks, { query, labels }));

  it('is searched by name, description and endpoint, without case and outer blanks', () => {
    expect(search('  basket ')).toEqual(['name', 'description', 'endpoint']);
  });

  it('does not find a text across two fields', () => {
    expect(search('totalwatches')).toEqual([]);
  });

  it('takes text and labels together', () => {
    expect(search('basket', { [labelId('team', 'pay')]: 1 })).toEqual(['endpoint']);
  });

  it('is everything without a filter', () => {
    expect(filterScope(checks, { query: ' ', labels: {} })).toBe(checks);
  });

  it('follows a row that changed', () => {
    const [first] = checks;
    const changed = first === undefined ? [] : [{ ...first, name: 'Cart total' }];
    expect(idsOf(filterScope(changed, { query: 'basket', labels: {} }))).toEqual([]);
  });
});

describe('the visible checks', () => {
  const visible = (hidePassing: boolean, statuses: ('healthy' | 'unknown')[] = []) =>
    idsOf(filterVisible(checks, { hidePassing, statuses }));

  it('leave out the healthy ones, and only them, while passing ones are hidden', () => {
    expect(visible(true)).toEqual(['description', 'endpoint', 'other']);
    expect(visible(false)).toHaveLength(4);
  });

  it('are those of the asked statuses, hidden or not', () => {
    expect(visible(true, ['healthy'])).toEqual(['name']);
    expect(visible(false, ['healthy', 'unknown'])).toEqual(['name', 'endpoint']);
  });
});
