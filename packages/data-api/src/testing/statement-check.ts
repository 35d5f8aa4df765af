/** Everything that a statement of the row API says besides quoted identifiers, parameters and signs. */
const WORDS = new Set(
  `SELECT FROM WHERE AS AND OR NOT IN IS NULL TRUE FALSE UNKNOWN DISTINCT ANY ALL EXISTS CASE WHEN THEN ELSE END ORDER BY ASC DESC NULLS
  FIRST LAST LIMIT OFFSET WITH INSERT INTO VALUES UPDATE SET DELETE RETURNING ON CONFLICT DO NOTHING DEFAULT EXCLUDED LATERAL VARIADIC
  CONSTRAINTS IMMEDIATE EXPLAIN FORMAT JSON LEFT JOIN GROUP USING ROW MATERIALIZED OVER WINDOW RANGE BETWEEN CURRENT`.split(
    /\s+/,
  ),
);
/** Functions, columns and types of PostgreSQL that the row API itself writes, and the defaults of the test schema. */
const NAMES = new Set(
  `coalesce count json_agg row_to_json to_jsonb json_build_object jsonb_build_object json_populate_record json_populate_recordset json_to_recordset
  json_array_elements jsonb_array_elements json_build_array jsonb_agg set_config current_setting text int8 int4 json jsonb regconfig bool
  to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery array_agg string_agg substring encode convert_to answer body rows total
  location value false true tid ctid public source rank place peers gen_random_uuid now length string_to_array xmlagg xml_out once unnest`.split(
    /\s+/,
  ),
);
const LITERALS = new Set(["'[]'", "E'\\x1f'", "E'\\n'", "'null'", "'0'", "''", "'UI'", "'base64'"]);
const TOKEN = /"(?:[^"]|"")*"(?:\."(?:[^"]|"")*")?|E?'(?:[^']|'')*'|\$\d+|[A-Za-z_]\w*|["']/g;
const ALIAS = /^"_\d+"\./;

const unquote = (text: string): string => text.slice(1, -1).replaceAll('""', '"');

/** What a statement names in the schema, and the first thing in it that must not be there. */
export interface StatementFinding {
  objects: string[];
  fault: string | undefined;
}

/** Reads a statement without running it. `objects` are the relations, functions and types of `schema` that it names. */
export function readStatementText(text: string, schema: string): StatementFinding {
  const objects: string[] = [];
  let fault: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('$') || ALIAS.test(token)) continue;
    if (token.startsWith('"')) {
      const pair = /^("(?:[^"]|"")*")\.("(?:[^"]|"")*")$/.exec(token);
      const [, first, second] = pair ?? [];
      if (first === undefined || second === undefined) {
        if (token === '"') fault ??= 'an open quote';
      } else if (unquote(first) === schema) objects.push(unquote(second));
      else if (unquote(first) !== 'pg_catalog') fault ??= token;
    } else if (/^E?'/.test(token)) {
      if (!LITERALS.has(token)) fault ??= token;
    } else if (!WORDS.has(token) && !NAMES.has(token)) fault ??= token;
  }
  return { objects, fault };
}

const SQL_PIECE = /syntax error at|json_agg|"_\d+"|\$\d+::text|set_config/g;

/** Whether a refusal shows a piece of our SQL. What the request says itself may be repeated to it. */
export function showsSql(body: string, request: string): boolean {
  return [...body.matchAll(SQL_PIECE)].some(([piece]) => !request.includes(piece));
}
