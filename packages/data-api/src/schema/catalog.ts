import type { DataApiTransaction } from '../contract.ts';

/** Rows of the system catalogs, as arrays to keep the one answer small. */
export interface CatalogRows {
  /** oid, schema, name, relkind, is partition, pg_relation_is_updatable with triggers */
  relations: [number, string, string, string, boolean, number][];
  /** relation, position, name, type, generated or identity always, default */
  columns: [number, number, string, number, boolean, string | null][];
  /** relation, name, p|u|f, columns, referenced relation, referenced columns */
  constraints: [number, string, string, number[], number, number[] | null][];
  /** view, text of its rule */
  rules: [number, string][];
  /** oid, schema, name, typtype, base type, element type, array type, relation, name as SQL writes it */
  types: [number, string, string, string, number, number, number, number, string][];
  /** schema, name, argument names, argument types, modes, number of defaults, result, set, volatility, variadic type, rows */
  routines: [string, string, string[] | null, number[], string[] | null, number, number, boolean, string, number, number][];
}

const VISIBLE = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'`;

// Identity columns count as generated only when ALWAYS: the other kind takes written values.
const CATALOG_SQL = `
SELECT json_build_object(
  'relations', (SELECT coalesce(json_agg(json_build_array(c.oid::int8, n.nspname, c.relname, c.relkind, c.relispartition,
      CASE WHEN c.relkind IN ('r', 'p', 'v', 'f') THEN pg_relation_is_updatable(c.oid, true) ELSE 0 END)
      ORDER BY n.nspname, c.relname), '[]')
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p', 'c') AND ${VISIBLE}),
  'columns', (SELECT coalesce(json_agg(json_build_array(a.attrelid::int8, a.attnum, a.attname, a.atttypid::int8,
      a.attgenerated <> '' OR a.attidentity = 'a', CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END)
      ORDER BY a.attrelid, a.attnum), '[]')
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p', 'c') AND a.attnum > 0 AND NOT a.attisdropped AND ${VISIBLE}),
  'constraints', (SELECT coalesce(json_agg(json_build_array(k.conrelid::int8, k.conname, k.contype, k.conkey, k.confrelid::int8, k.confkey)
      ORDER BY k.conrelid, k.conname), '[]')
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype IN ('p', 'u', 'f') AND k.conparentid = 0 AND ${VISIBLE}),
  'rules', (SELECT coalesce(json_agg(json_build_array(c.oid::int8, r.ev_action::text)), '[]')
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('v', 'm') AND r.rulename = '_RETURN' AND ${VISIBLE}),
  'types', (SELECT json_agg(json_build_array(t.oid::int8, n.nspname, t.typname, t.typtype,
      t.typbasetype::int8, CASE WHEN t.typsubscript = 'array_subscript_handler'::regproc THEN t.typelem::int8 ELSE 0 END, t.typarray::int8, t.typrelid::int8,
      format_type(t.oid, NULL)))
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname !~ '^pg_(toast|temp)'),
  'routines', (SELECT coalesce(json_agg(json_build_array(n.nspname, p.proname, p.proargnames,
      coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[], p.proargmodes, p.pronargdefaults, p.prorettype::int8, p.proretset,
      p.provolatile, p.provariadic::int8, p.prorows)
      ORDER BY array_position($1::text::text[], n.nspname::text), p.proname, p.oid), '[]')
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.prokind = 'f' AND n.nspname = ANY ($1::text::text[]) AND p.prorettype <> 'trigger'::regtype
      AND p.prorettype <> 'event_trigger'::regtype)
)::text AS catalog`;

/**
 * Reads everything the row API needs to know of a database, in one statement.
 * @param schemas where functions are looked for, in this order
 */
export async function readCatalog(db: DataApiTransaction, schemas: readonly string[]): Promise<CatalogRows> {
  const list = `{${schemas.map((name) => `"${name.replaceAll(/(["\\])/g, '\\$1')}"`).join(',')}}`;
  const { rows } = await db.query<{ catalog: string }>(CATALOG_SQL, [list]);
  const text = rows[0]?.catalog;
  if (text === undefined) throw new Error('the system catalogs gave no answer');
  const catalog: CatalogRows = JSON.parse(text);
  return catalog;
}
