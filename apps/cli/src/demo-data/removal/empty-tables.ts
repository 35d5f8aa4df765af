import { isDemo } from '../demo-id.ts';
import type { Queries } from '../model.ts';
import { DEMO_TABLES } from './demo-tables.ts';

/**
 * Empties at once the tables that hold nothing but demo rows and that only such tables refer to. On a database of demo data that is
 * nearly all of them, and many times faster than deleting.
 * @returns the tables that are empty now
 */
export async function emptyDemoOnlyTables(tx: Queries): Promise<ReadonlySet<string>> {
  // Nobody may add a row of their own between the look and the emptying.
  await tx.query(`LOCK TABLE ${DEMO_TABLES.map(([table]) => table).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const demoOnly = new Set<string>();
  for (const [table, column] of DEMO_TABLES) if (!(await holdsOthers(tx, table, column))) demoOnly.add(table);
  const references = await referencesOf(tx);
  const clearable = withoutBlocked(new Set([...demoOnly, ...(await emptyTables(tx, references))]), references);
  const empty = new Set([...demoOnly].filter((table) => clearable.has(table)));
  if (empty.size > 0) await tx.query(`TRUNCATE ${[...withReferring(empty, references)].join(', ')}`);
  return empty;
}

/** Tables besides those of demo data that refer to others and have no row. */
async function emptyTables(tx: Queries, references: readonly Reference[]): Promise<string[]> {
  const named = new Set(DEMO_TABLES.map(([table]) => table));
  const others = [...new Set(references.map(({ table }) => table))].filter((table) => !named.has(table));
  const empty: string[] = [];
  for (const table of others) if ((await tx.query(`SELECT 1 FROM ${table} LIMIT 1`)).rows.length === 0) empty.push(table);
  return empty;
}

/** Without the tables that cannot be emptied because another one, which stays, refers to them. */
function withoutBlocked(tables: Set<string>, references: readonly Reference[]): Set<string> {
  const findBlocked = () => references.find(({ table, target }) => tables.has(target) && !tables.has(table))?.target;
  for (let blocked = findBlocked(); blocked !== undefined; blocked = findBlocked()) tables.delete(blocked);
  return tables;
}

/** With the tables that refer to them, directly or through others: PostgreSQL empties them together only. */
function withReferring(tables: ReadonlySet<string>, references: readonly Reference[]): Set<string> {
  const all = new Set(tables);
  const findReferring = () => references.find(({ table, target }) => all.has(target) && !all.has(table))?.table;
  for (let next = findReferring(); next !== undefined; next = findReferring()) all.add(next);
  return all;
}

interface Reference {
  readonly table: string;
  readonly target: string;
}

async function referencesOf(tx: Queries): Promise<Reference[]> {
  const { rows } = await tx.query<Reference>(
    `SELECT DISTINCT conrelid::regclass::text AS table, confrelid::regclass::text AS target FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  return rows;
}

async function holdsOthers(tx: Queries, table: string, column: string): Promise<boolean> {
  // Results are too many to look at: whose they are follows from the checks.
  const others =
    column === 'check_id'
      ? `SELECT 1 FROM check_definitions d WHERE NOT ${isDemo('d.id')} AND EXISTS (SELECT FROM ${table} t WHERE t.check_id = d.id) LIMIT 1`
      : `SELECT 1 FROM ${table} WHERE NOT coalesce(${isDemo(column)}, false) LIMIT 1`;
  return (await tx.query(others)).rows.length > 0;
}
