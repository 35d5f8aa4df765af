import { describe, expect, it } from 'vitest';
import { aCheck } from '../features/health/dashboard/check-fixture.ts';
import { findConnections, matchRank, searchPalette } from './palette-search.ts';

const checks = [
  aCheck({ id: '1', name: 'prepay', canary_id: 'c1', canary_name: 'payments', namespace: 'shop', labels: { team: 'pay' } }),
  aCheck({ id: '2', name: 'card pay', canary_id: 'c1', canary_name: 'payments', namespace: 'shop', labels: { team: 'pay' } }),
  aCheck({ id: '3', name: 'Pay out', canary_id: 'c2', canary_name: 'bank', namespace: 'payroll' }),
  aCheck({ id: '4', name: 'login', canary_id: 'c1', canary_name: 'payments', namespace: 'shop' }),
  aCheck({ id: '5', name: 'other', canary_id: 'c3', canary_name: 'rest', namespace: 'shop' }),
];

describe('the palette', () => {
  it('finds checks by their name before those of a canary of that name, best matches first', () => {
    expect(searchPalette(checks, ' PAY ').checks.map(({ id }) => id)).toEqual(['3', '2', '1', '4']);
  });

  it('finds failing checks before others that match as well, also when there are more than it shows', () => {
    const many = Array.from({ length: 20 }, (_, n) => aCheck({ id: `ok-${n}`, name: `pay ${n}` }));
    const failing = aCheck({ id: 'failing', name: 'pay later', status: 'unhealthy' });
    expect(searchPalette([...many, failing], 'pay').checks[0]?.id).toBe('failing');
  });

  it('finds a canary once, with the number of its checks', () => {
    expect(searchPalette(checks, 'pay').canaries).toEqual([{ id: 'c1', name: 'payments', namespace: 'default', checks: 3 }]);
  });

  it('offers namespaces and label values as filters', () => {
    expect(searchPalette(checks, 'pay').filters).toEqual([
      { key: 'team', value: 'pay', checks: 2 },
      { key: 'namespace', value: 'payroll', checks: 1 },
    ]);
  });

  it('finds nothing for an empty text', () => {
    expect(searchPalette(checks, '  ')).toEqual({ checks: [], canaries: [], filters: [] });
  });

  it('lists only the best of many', () => {
    const many = Array.from({ length: 50 }, (_, n) => aCheck({ id: String(n), name: n === 49 ? 'node' : `a node ${n}` }));
    const found = searchPalette(many, 'node').checks;
    expect(found).toHaveLength(8);
    expect(found[0]?.id).toBe('49');
  });
});

describe('a match', () => {
  it.each([
    ['payments', 'pay', 0],
    ['rds-payments', 'pay', 1],
    ['prepay', 'pay', 2],
    ['login', 'pay', undefined],
  ])('of %s with %s ranks %s', (text, query, rank) => {
    expect(matchRank(text, query)).toBe(rank);
  });
});

describe('connections in the palette', () => {
  it('are found by name, at most four, those that begin with the text first', () => {
    const named = ['old-shop', 'shop-db', 'shop', 'shop-cache', 'shop-queue', 'mail'].map((name) => ({ name }));
    expect(findConnections(named, ' Shop').map(({ name }) => name)).toEqual(['shop-db', 'shop', 'shop-cache', 'shop-queue']);
    expect(findConnections(named, '')).toEqual([]);
  });
});
