import { expect, it } from 'vitest';
import { z } from 'zod';
import { searchOfSort, sortOf, sortParams } from './sort-search.ts';

const BY_NAME = { column: 'name', desc: false };
const Schema = z.object(sortParams(['name', 'created']));

it('an order goes to the address and back', () => {
  for (const sort of [
    { column: 'created', desc: true },
    { column: 'created', desc: false },
    { column: 'name', desc: true },
  ]) {
    expect(sortOf(Schema.parse(searchOfSort(sort, BY_NAME)), BY_NAME)).toEqual(sort);
  }
});

it('the order that a table begins with is not in the address', () => {
  expect(searchOfSort(BY_NAME, BY_NAME)).toEqual({});
  expect(searchOfSort(null, BY_NAME)).toEqual({});
  expect(sortOf({}, BY_NAME)).toEqual(BY_NAME);
});

it('an address with a column that the table has not leaves the order as it begins', () => {
  expect(sortOf(Schema.parse({ sortBy: 'salary', sortDesc: 'up' }), BY_NAME)).toEqual(BY_NAME);
});
