import { describe, expect, it } from 'vitest';
import { aCheck, idsOf } from './check-fixture.ts';
import {
  formatLabelFilter,
  labelId,
  labelMatcher,
  parseLabelFilter,
  parseLabelId,
  withIncludedValues,
  withLabel,
} from './label-filter.ts';

const checks = [
  aCheck({ id: '1', labels: { team: 'pay', zone: 'eu' } }),
  aCheck({ id: '2', labels: { team: 'pay', zone: 'us' } }),
  aCheck({ id: '3', labels: { team: 'web', zone: 'eu' } }),
  aCheck({ id: '4', labels: null }),
];
const matching = (filter: Record<string, 1 | -1>) => idsOf(checks.filter(labelMatcher(filter) ?? (() => true)));

describe('the labels parameter', () => {
  const ignored: string[] = [];
  const parse = (text: string) => parseLabelFilter(text, (message) => ignored.push(message));

  it('drops zeros and keeps 1 and -1', () => {
    expect(parse('{"canary:a:x":1,"canary:b:y":-1,"canary:c:z":0}')).toEqual({ 'canary:a:x': 1, 'canary:b:y': -1 });
    expect(ignored).toEqual([]);
  });

  it.each(['{', '[1]', '7', 'null'])('is reported and ignored when it reads %s', (text) => {
    ignored.length = 0;
    expect(parse(text)).toEqual({});
    expect(ignored).toHaveLength(1);
  });

  it('leaves the address when nothing is filtered, and has one spelling otherwise', () => {
    expect(formatLabelFilter({})).toBeUndefined();
    expect(formatLabelFilter({ b: 1, a: -1 })).toBe('{"a":-1,"b":1}');
  });
});

describe('label ids', () => {
  it('hold a value that has colons itself', () => {
    expect(parseLabelId(labelId('image', 'web:1.2'))).toEqual({ key: 'image', value: 'web:1.2' });
  });

  it('are nothing without a key', () => {
    expect(parseLabelId('canary:')).toBeUndefined();
  });
});

describe('a label filter', () => {
  it('keeps checks with one of the included values of each key', () => {
    expect(matching({ [labelId('zone', 'eu')]: 1, [labelId('zone', 'us')]: 1 })).toEqual(['1', '2', '3']);
    expect(matching({ [labelId('zone', 'eu')]: 1, [labelId('team', 'pay')]: 1 })).toEqual(['1']);
  });

  it('drops checks with any excluded value, and keeps those without the label', () => {
    expect(matching({ [labelId('team', 'pay')]: -1 })).toEqual(['3', '4']);
    expect(matching({ [labelId('zone', 'eu')]: 1, [labelId('team', 'web')]: -1 })).toEqual(['1']);
  });

  it('changes one value and keeps the others', () => {
    const filter = { [labelId('team', 'pay')]: 1 } as const;
    expect(withLabel(filter, labelId('zone', 'eu'), -1)).toEqual({ ...filter, [labelId('zone', 'eu')]: -1 });
    expect(withLabel(filter, labelId('team', 'pay'), 0)).toEqual({});
  });

  it('replaces the included values of one key and leaves its excluded ones', () => {
    const filter = { [labelId('team', 'pay')]: 1, [labelId('team', 'web')]: -1, [labelId('zone', 'eu')]: 1 } as const;
    expect(withIncludedValues(filter, 'team', ['ops'])).toEqual({
      [labelId('team', 'ops')]: 1,
      [labelId('team', 'web')]: -1,
      [labelId('zone', 'eu')]: 1,
    });
  });
});
