import type { Database } from './database.ts';

interface Relation {
  name: string;
  kind: 'table' | 'view';
  comment: string | null;
}

interface Column {
  relation: string;
  name: string;
  type: string;
  required: boolean;
  fallback: string | null;
  target: string | null;
  comment: string | null;
}

interface Routine {
  name: string;
  parameters: string;
  comment: string | null;
}

const RELATIONS = `
  SELECT c.relname AS name, CASE WHEN c.relkind = 'v' THEN 'view' ELSE 'table' END AS kind, obj_description(c.oid, 'pg_class') AS comment
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C"`;

const COLUMNS = `
  SELECT c.relname AS relation, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    pg_get_expr(d.adbin, d.adrelid) AS fallback, f.target, col_description(c.oid, a.attnum) AS comment
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  LEFT JOIN LATERAL (
    SELECT k.confrelid::regclass::text AS target FROM pg_constraint k
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum] ORDER BY k.conname LIMIT 1
  ) f ON true
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C", a.attnum`;

const ROUTINES = `
  SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS parameters, obj_description(p.oid, 'pg_proc') AS comment
  FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
  ORDER BY p.proname COLLATE "C"`;

const HEADER = `# Data model

Generated from the migrated schema by \`npm run generate:schema\`. What of it the row API offers is listed in \`packages/contract/src/data/relations.ts\`.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function describeColumn({ name, type, required, fallback, target, comment }: Column): string {
  const notes = [target === null ? '' : `→ ${target}`, comment ?? ''].filter((note) => note !== '').join('. ');
  const value = fallback === null ? '' : `\`${cell(fallback)}\``;
  return `| \`${name}\` | ${type} | ${required ? 'yes' : ''} | ${value} | ${cell(notes)} |`;
}

function describeTable({ name, comment }: Relation, columns: readonly Column[]): string {
  return [
    `### ${name}`,
    '',
    comment ?? '',
    '',
    '| Column | Type | Required | Default | Meaning |',
    '| --- | --- | --- | --- | --- |',
    ...columns.map(describeColumn),
  ].join('\n');
}

function describeView({ name, comment }: Relation, columns: readonly Column[]): string {
  return `### ${name}\n\n${comment ?? ''}\n\n${columns.map((column) => `\`${column.name}\``).join(', ')}`;
}

/** The page docs/reference/data-model.md: every table, view and function with what its comments say. */
export async function generateReference(db: Database): Promise<string> {
  const relations = (await db.query<Relation>(RELATIONS)).rows;
  const columns = Map.groupBy((await db.query<Column>(COLUMNS)).rows, ({ relation }) => relation);
  const routines = (await db.query<Routine>(ROUTINES)).rows;
  const part = (kind: Relation['kind'], describe: typeof describeTable) =>
    relations
      .filter((relation) => relation.kind === kind)
      .map((relation) => describe(relation, columns.get(relation.name) ?? []));
  const functions = routines.map(({ name, parameters, comment }) => `- \`${name}(${parameters})\`: ${comment ?? ''}`);
  const sections = [
    HEADER,
    '## Tables',
    ...part('table', describeTable),
    '## Views',
    ...part('view', describeView),
    '## Functions',
  ];
  return `${sections.join('\n\n').replace('\n\n\n', '\n\n')}\n\n${functions.join('\n')}\n`;
}
