import { describe, expect, it } from 'vitest';
import { aCheck } from './check-fixture.ts';
import { findFacets, firstFacets, includedSummary, includedValues, labelFacets, labelKeys } from './label-facets.ts';
import { labelId } from './label-filter.ts';

const checks = [1, 2, 3, 10, 11, 12].map((n) =>
  aCheck({ id: String(n), labels: { shard: `s${n}`, pci: String(n > 2), team: n > 3 ? 'web' : 'pay' } }),
);

describe('label facets', () => {
  const facets = labelFacets(checks);

  it('are toggles for booleans, lines for a few values and a list for many, the toggles last', () => {
    expect(facets.map(({ key, kind }) => [key, kind])).toEqual([
      ['shard', 'select'],
      ['team', 'rows'],
      ['pci', 'toggle'],
    ]);
  });

  it('order values naturally and count their checks', () => {
    expect(facets[0]?.values.map(({ value }) => value)).toEqual(['s1', 's2', 's3', 's10', 's11', 's12']);
    expect(facets[1]?.values.map(({ value, count }) => [value, count])).toEqual([
      ['pay', 3],
      ['web', 3],
    ]);
  });

  it('know which of their values are included', () => {
    const [, team] = facets;
    expect(team && includedValues(team, { [labelId('team', 'web')]: 1, [labelId('team', 'pay')]: -1 })).toEqual(['web']);
  });

  it('come from every key that occurs', () => {
    expect(labelKeys([...checks, aCheck({ id: 'x', labels: { app: 'a' } }), aCheck({ id: 'y', labels: null })])).toEqual([
      'app',
      'pci',
      'shard',
      'team',
    ]);
  });
});

describe('many label keys', () => {
  const many = labelFacets([
    aCheck({ id: 'a', labels: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key-${n}`, `value-${n}`])) }),
    ...['b', 'c'].map((id) => aCheck({ id, labels: { zone: id, tier: '1' } })),
  ]);

  it('are cut to those of the most checks and those that are filtered by, in their order', () => {
    const keys = firstFacets(many, { [labelId('key-39', 'value-39')]: -1 }).map(({ key }) => key);
    expect(keys).toHaveLength(13);
    expect(keys.slice(-3)).toEqual(['key-39', 'tier', 'zone']);
  });

  it('are all there when they are few', () => {
    expect(firstFacets(many.slice(0, 12), {})).toHaveLength(12);
  });

  it('are found by a part of a key or of a value', () => {
    expect(findFacets(many, ' KEY-3 ').map(({ key }) => key)).toEqual([
      'key-3',
      ...Array.from({ length: 10 }, (_, n) => `key-3${n}`),
    ]);
    expect(findFacets(many, 'value-17').map(({ key }) => key)).toEqual(['key-17']);
  });
});

describe('the summary of a list of labels', () => {
  it.each([
    [[], 'All'],
    [['a', 'b', 'c'], 'a, b, c'],
    [['a', 'b', 'c', 'd'], 'including 4 labels'],
  ])('of %j is %s', (values, text) => {
    expect(includedSummary(values)).toBe(text);
  });
});
