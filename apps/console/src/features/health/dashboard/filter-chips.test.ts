import { expect, it } from 'vitest';
import { filterChips } from './filter-chips.ts';
import { labelId } from './label-filter.ts';

it('shows one chip for the included values of a key and one for each excluded value', () => {
  const chips = filterChips({
    [labelId('team', 'a')]: 1,
    [labelId('team', 'b')]: 1,
    [labelId('app', 'x')]: 1,
    [labelId('zone', 'eu')]: -1,
    [labelId('zone', 'us')]: -1,
  });
  expect(chips.map(({ name, operator, value }) => `${name} ${operator} ${value}`)).toEqual([
    'app is x',
    'team in 2 labels',
    'zone is not eu',
    'zone is not us',
  ]);
  expect(chips[1]?.labelIds).toEqual([labelId('team', 'a'), labelId('team', 'b')]);
});
