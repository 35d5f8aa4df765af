import pg from 'pg';

interface Constraint {
  name: string;
  kind: 'c' | 'f' | 'p' | 'u';
  relation: string;
  target: string | null;
  columns: string[];
  target_columns: string[] | null;
  expression: string | null;
  valid: boolean;
}

const CONSTRAINTS = `
  SELECT c.conname AS name, c.contype AS kind, c.conrelid::regclass::text AS relation, nullif(c.confrelid, 0)::regclass::text AS target,
    ARRAY(SELECT quote_ident(a.attname) FROM unnest(c.conkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number ORDER BY place)::text[] AS columns,
    ARRAY(SELECT quote_ident(a.attname) FROM unnest(c.confkey) WITH ORDINALITY AS k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number ORDER BY place)::text[] AS target_columns,
    CASE WHEN c.contype = 'c' THEN pg_get_expr(c.conbin, c.conrelid) END AS expression, c.convalidated AS valid
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('c', 'f', 'p', 'u') AND NOT r.relispartition`;

/** A query that answers a row for each violation. */
function violationsOf({ kind, relation, target, columns, target_columns: targetColumns, expression }: Constraint): string {
  if (kind === 'c') return `SELECT 1 FROM ${relation} WHERE NOT (${expression})`;
  const some = columns.map((column) => `x.${column} IS NOT NULL`).join(' AND ');
  if (kind === 'f') {
    const tie = columns.map((column, index) => `y.${targetColumns?.[index]} = x.${column}`).join(' AND ');
    return `SELECT 1 FROM ${relation} x WHERE ${some} AND NOT EXISTS (SELECT 1 FROM ${target} y WHERE ${tie})`;
  }
  const list = columns.map((column) => `x.${column}`).join(', ');
  return `SELECT 1 FROM ${relation} x WHERE ${some} GROUP BY ${list} HAVING count(*) > 1`;
}

async function checkConstraints(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Constraint>(CONSTRAINTS);
  const faults = rows.filter(({ valid }) => !valid).map(({ name }) => `the constraint ${name} is not valid`);
  // Rows, not indexes, have to keep the constraints.
  await client.query('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off');
  for (const constraint of rows) {
    const { rowCount } = await client.query(`${violationsOf(constraint)} LIMIT 1`);
    if (rowCount !== 0) faults.push(`${constraint.relation} breaks ${constraint.name}`);
  }
  await client.query('RESET enable_indexscan; RESET enable_indexonlyscan; RESET enable_bitmapscan');
  return faults;
}

/** Reads every page of every table and compares every B-tree with its table. */
async function checkStorage(client: pg.Client): Promise<string[]> {
  const faults: string[] = [];
  await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
  const tables = await client.query<{ name: string; id: number }>(
    `SELECT c.oid::regclass::text AS name, c.oid::int AS id FROM pg_class c WHERE c.relkind IN ('r', 't', 'm') AND c.relpersistence = 'p'`,
  );
  for (const { name, id } of tables.rows) {
    const { rows } = await client.query<{ msg: string }>('SELECT msg FROM verify_heapam($1::oid) LIMIT 3', [id]);
    faults.push(...rows.map(({ msg }) => `the table ${name}: ${msg}`));
  }
  const indexes = await client.query<{ name: string; id: number; unique: boolean }>(
    `SELECT c.oid::regclass::text AS name, c.oid::int AS id, i.indisunique AS unique FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid`,
  );
  for (const { name, id } of indexes.rows) {
    await client.query('SELECT bt_index_parent_check($1::oid, true)', [id]).catch((error: Error) => {
      faults.push(`the index ${name}: ${error.message}`);
    });
  }
  const { rows } = await client.query<{ failures: string }>(
    'SELECT coalesce(sum(checksum_failures), 0)::text AS failures FROM pg_stat_database',
  );
  if (rows[0]?.failures !== '0') faults.push(`${rows[0]?.failures} pages with a wrong checksum`);
  return faults;
}

/**
 * Whether the database is whole: constraints hold on the rows themselves, tables and indexes are sound, checksums fit.
 * @param storage also reads every table and index page
 */
export async function checkIntegrity(databaseUrl: string, storage: boolean): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return [...(await checkConstraints(client)), ...(storage ? await checkStorage(client) : [])];
  } finally {
    await client.end();
  }
}
