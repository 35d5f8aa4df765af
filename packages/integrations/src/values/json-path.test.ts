import { expect, it } from 'vitest';
import { parseJsonPath, valueAtPath } from './json-path.ts';

const value = { auth: { users: [{ 'full name': 'Ann', id: 7 }], 'a-b': true }, 'x.y': 1 };

it.each([
  ['$.auth.users[0].id', 7],
  ['.auth.users[0].id', 7],
  ['{.auth.users[0].id}', 7],
  ['auth.a-b', true],
  ["$.auth.users[0]['full name']", 'Ann'],
  ["['x.y']", 1],
  ['$', value],
  ['auth.users[3].id', undefined],
  ['auth.constructor', undefined],
  ['auth.none.deeper', undefined],
])('%s finds %j', (path, found) => {
  expect(valueAtPath(value, parseJsonPath(path) ?? ['not a path'])).toEqual(found);
});

it.each(['$..id', 'users[*]', 'users[?(@.id)]', '[', '.a..b'])('%s is not supported', (path) => {
  expect(parseJsonPath(path)).toBeUndefined();
});
