import { describe, expect, it } from 'vitest';
import { aCheck } from './check-fixture.ts';
import { groupingOf, groupingOptions, groupTree, namePrefix, sharedPrefixes } from './check-groups.ts';

describe('Group By', () => {
  it('offers the fixed choices, then the label keys', () => {
    expect(groupingOptions(['team']).map(({ label }) => label)).toEqual([
      'No Grouping',
      'Group Name',
      'Name',
      'Description',
      'Type',
      'team',
    ]);
  });

  const check = aCheck({ id: 'a', canary_name: 'shop', description: '', labels: { team: 'pay' } });

  it.each([
    ['canary_name', 'shop'],
    ['name', 'a'],
    ['description', 'none'],
    ['type', 'http'],
    ['label:team', 'pay'],
    ['team', 'pay'],
    ['label:zone', 'none'],
  ])('%s puts a check into %s', (groupBy, group) => {
    expect(groupingOf(groupBy)?.by(check)).toBe(group);
  });

  it('has no groups for No Grouping', () => {
    expect(groupingOf('no-group')).toBeUndefined();
  });
});

describe('name prefixes', () => {
  it.each([
    ['payments/authorize', 'payments'],
    ['a/b/c', 'a'],
    ['GET /v2/cart', undefined],
    ['/health', undefined],
    ['https://shop.test/x', undefined],
    ['in / out', undefined],
    ['plain', undefined],
  ])('of %s is %s', (name, prefix) => {
    expect(namePrefix(name)).toBe(prefix);
  });

  it('make a group when two share one and others do not', () => {
    const named = (...names: string[]) => [...sharedPrefixes(names.map((name) => aCheck({ id: name, name })))];
    expect(named('pay/a', 'pay/b', 'web/a', 'x')).toEqual(['pay']);
    expect(named('pay/a', 'pay/b')).toEqual([]);
  });
});

describe('the figures of groups', () => {
  const scope = [
    aCheck({ id: '1', name: 'pay/a' }),
    aCheck({ id: '2', name: 'pay/b', status: 'unhealthy', uptime: { passed: 1, failed: 1 } }),
    aCheck({ id: '3', name: 'web' }),
    aCheck({ id: '4', name: 'pay/c', canary_name: 'bank' }),
  ];

  it('cover all members in scope, and those of a prefix inside its group only', () => {
    const tree = groupTree(scope, groupingOf('canary_name'));
    expect(tree.rollUpOf('shop')).toMatchObject({ health: 'mixed', fullyPassing: 2, total: 3 });
    expect(tree.rollUpOf('shop', 'pay')).toMatchObject({ health: 'mixed', fullyPassing: 1, total: 2 });
    expect(tree.rollUpOf('bank')).toMatchObject({ health: 'good', total: 1 });
  });

  it('tell the prefix group of a check where its group has one', () => {
    const tree = groupTree(scope, groupingOf('canary_name'));
    expect(scope.map(tree.prefixOf)).toEqual(['pay', 'pay', undefined, undefined]);
  });

  it('work without grouping', () => {
    const tree = groupTree(scope, undefined);
    expect(scope.map(tree.prefixOf)).toEqual(['pay', 'pay', undefined, 'pay']);
    expect(tree.rollUpOf('', 'pay').total).toBe(3);
  });
});
