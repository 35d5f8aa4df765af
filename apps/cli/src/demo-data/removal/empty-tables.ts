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
  const empty = new Set<string>();
  for (const [table, column] of DEMO_TABLES) if (!(await holdsOthers(tx, table, column))) empty.add(table);
  const references = await referencesOf(tx);
  const isNamed = new Set(DEMO_TABLES.map(([table]) => table));
  const strangers = new Set<string>();
  for (const { table } of references) {
    if (isNamed.has(table) || strangers.has(table) || (await tx.query(`SELECT 1 FROM ${table} LIMIT 1`)).rows.length > 0)
      continue;
    strangers.add(table);
  }
  for (
    let blocked = findBlocked(empty, strangers, references);
    blocked !== undefined;
    blocked = findBlocked(empty, strangers, references)
  ) {
    empty.delete(blocked);
  }
  const needed = references.filter(({ table, target }) => strangers.has(table) && empty.has(target)).map(({ table }) => table);
  if (empty.size > 0) await tx.query(`TRUNCATE ${[...new Set([...empty, ...needed])].join(', ')}`);
  return empty;
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

/** A table that cannot be emptied because another one, which stays, refers to it. */
function findBlocked(
  empty: ReadonlySet<string>,
  strangers: ReadonlySet<string>,
  references: readonly Reference[],
): string | undefined {
  return references.find(({ table, target }) => empty.has(target) && !empty.has(table) && !strangers.has(table))?.target;
}

async function holdsOthers(tx: Queries, table: string, column: string): Promise<boolean> {
  // Results are too many to look at: whose they are follows from the checks.
  const others =
    column === 'check_id'
      ? `SELECT 1 FROM check_definitions d WHERE NOT ${isDemo('d.id')} AND EXISTS (SELECT FROM ${table} t WHERE t.check_id = d.id) LIMIT 1`
      : `SELECT 1 FROM ${table} WHERE NOT coalesce(${isDemo(column)}, false) LIMIT 1`;
  return (await tx.query(others)).rows.length > 0;
}
