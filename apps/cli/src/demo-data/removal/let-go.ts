import { isDemo } from '../demo-id.ts';
import type { Queries } from '../model.ts';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly key: string;
  readonly forgets: boolean;
}

/** Applies the foreign keys once to rows whose target is gone; returns how many rows that moved. */
export async function letGo(tx: Queries): Promise<number> {
  const { rows: references } = await tx.query<Reference>(
    `SELECT c.conrelid::regclass::text AS table, quote_ident(a.attname) AS column, c.confrelid::regclass::text AS target, quote_ident(k.attname) AS key,
       c.confdeltype <> 'c' AND NOT a.attnotnull AS forgets
     FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conparentid = 0 AND cardinality(c.conkey) = 1 AND c.connamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );
  let moved = 0;
  for (const { table, column, target, key, forgets } of references) {
    const gone = `${isDemo(`t.${column}`)} AND NOT EXISTS (SELECT FROM ${target} o WHERE o.${key} = t.${column})`;
    const statement = forgets ? `UPDATE ${table} t SET ${column} = NULL WHERE ${gone}` : `DELETE FROM ${table} t WHERE ${gone}`;
    const { rows } = await tx.query<{ count: number }>(
      `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::int AS count FROM gone`,
    );
    moved += rows[0]?.count ?? 0;
  }
  return moved;
}
