import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { CHOSEN_DIFFERENCES } from './testing/chosen-differences.ts';
import { CONTRACT_TABLES } from './testing/contract-tables.ts';
import { CONTRACT_VIEWS } from './testing/contract-views.ts';

let db: Database;
let found: ReadonlyMap<string, ReadonlyMap<string, string>>;
beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.query<{ relation: string; name: string; type: string; required: boolean }>(
    `SELECT c.relname AS relation, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')`,
  );
  const described = rows.map(({ relation, name, type, required }) => ({
    relation,
    name,
    type: `${type.replace('timestamp with time zone', 'timestamptz')}${required ? '!' : ''}`,
  }));
  found = new Map(
    [...Map.groupBy(described, ({ relation }) => relation)].map(([relation, columns]) => [
      relation,
      new Map(columns.map(({ name, type }) => [name, type])),
    ]),
  );
});
afterAll(() => db.close());

/** Column types by name; views require nothing, so their columns are compared without `!`. */
function columnsOf(text: string): Map<string, string> {
  return new Map(
    text.split(/, (?![0-9]+\))/).flatMap((item): (readonly [string, string])[] => {
      const [name = '', ...type] = item.split(' ');
      if (name !== '+') return [[name, type.join(' ')]];
      const [of = ''] = type;
      const listed = CONTRACT_TABLES[of] ?? CONTRACT_VIEWS[of] ?? '';
      return [...columnsOf(listed)].map(([column, columnType]) => [column, columnType.replace('!', '')]);
    }),
  );
}

function differences(relation: string, expected: ReadonlyMap<string, string>): string[] {
  const actual = found.get(relation);
  if (actual === undefined) return [`${relation} is missing`];
  const changed = [...expected].flatMap(([name, type]) => {
    const have = actual.get(name);
    if (have === undefined) return [`${relation}.${name} is missing`];
    return have === type ? [] : [`${relation}.${name} is ${have}, not ${type}`];
  });
  const added = [...actual.keys()].filter((name) => !expected.has(name)).map((name) => `${relation}.${name} is added`);
  return [...changed, ...added];
}

it('every table and view of the contract has its columns, types and obligations, but for the differences that were chosen', () => {
  const all = Object.entries({ ...CONTRACT_TABLES, ...CONTRACT_VIEWS }).flatMap(([relation, text]) =>
    differences(relation, columnsOf(text)),
  );

  expect(all.sort()).toEqual(CHOSEN_DIFFERENCES.flatMap(({ what }) => what).sort());
});
