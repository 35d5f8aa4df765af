import { describe, expect, it } from 'vitest';
import { aCheck, idsOf } from './check-fixture.ts';
import { pivotChecks } from './check-pivot.ts';

const checks = [
  aCheck({ id: '1', name: 'login', labels: { zone: 'us' } }),
  aCheck({ id: '2', name: 'login', labels: { zone: 'eu' } }),
  aCheck({ id: '3', name: 'cart', labels: null }),
  aCheck({ id: '4', name: 'login', labels: { zone: 'eu' }, canary_name: 'bank' }),
];

describe('a pivot', () => {
  it('has a column per value by name, and none last', () => {
    expect(pivotChecks(checks, 'zone').values).toEqual(['eu', 'us', 'none']);
  });

  it('puts checks of one name side by side', () => {
    const { rows } = pivotChecks(checks, 'zone');
    expect(rows.map(({ name }) => name)).toEqual(['login', 'cart']);
    expect(idsOf(rows[0]?.byValue.get('eu') ?? [])).toEqual(['2', '4']);
    expect(idsOf(rows[0]?.byValue.get('us') ?? [])).toEqual(['1']);
    expect(rows[1]?.byValue.get('eu')).toBeUndefined();
  });

  it('keeps groups apart', () => {
    const { rows } = pivotChecks(checks, 'zone', ({ canary_name }) => canary_name);
    expect(rows.map(({ name, checks: members }) => [name, members.length])).toEqual([
      ['login', 2],
      ['cart', 1],
      ['login', 1],
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  });
});
