import type { Database } from './database.ts';

interface Column {
  relation: string;
  name: string;
  type: string;
  element: string | null;
  not_null: boolean;
  has_default: boolean;
  writable: boolean;
}

const SCALARS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  timestamptz: 'Date',
  timestamp: 'Date',
};

const HEADER = '// Generated from the migrated schema by `npm run generate:schema`.\n';

/** The rows of every table and view as TypeScript, for Kysely's `DB`. */
export async function generateSchemaTypes(db: Database): Promise<string> {
  const { rows } = await db.query<Column>(
    `SELECT c.relname AS relation, a.attname AS name, t.typname AS type, e.typname AS element, a.attnotnull AS not_null,
       a.atthasdef OR a.attidentity <> '' AS has_default, c.relkind <> 'v' AS writable
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
     ORDER BY c.relname, a.attnum`,
  );
  const relations = Map.groupBy(rows, (row) => row.relation);
  const interfaces = [...relations].map(([relation, columns]) => describeRelation(relation, columns));
  const index = [...relations.keys()].map((relation) => `  ${relation}: ${typeName(relation)};`);
  return `${HEADER}import type { ColumnType } from 'kysely';\n\n${interfaces.join('\n\n')}\n\nexport interface DB {\n${index.join('\n')}\n}\n`;
}

function describeRelation(relation: string, columns: readonly Column[]): string {
  const lines = columns.map((column) => `  ${column.name}: ${columnType(column)};`);
  return `export interface ${typeName(relation)} {\n${lines.join('\n')}\n}`;
}

function columnType({ type, element, not_null, has_default, writable }: Column): string {
  const base = element === null ? (SCALARS[type] ?? 'string') : `${SCALARS[element] ?? 'string'}[]`;
  const read = not_null || base === 'unknown' ? base : `${base} | null`;
  const write = base === 'Date' ? read.replace('Date', 'Date | string') : read;
  if (!writable) return read;
  if (has_default || !not_null) return `ColumnType<${read}, ${write} | undefined, ${write}>`;
  return write === read ? read : `ColumnType<${read}, ${write}, ${write}>`;
}

function typeName(relation: string): string {
  const words = relation.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Row`;
}
