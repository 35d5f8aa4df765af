import { PUBLIC_RELATIONS, ROW_SCHEMAS, SOURCES } from '@quarterdeck/contract/data';
import type { Database } from '@quarterdeck/database';
import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Column {
  relation: string;
  name: string;
  type: string;
  required: boolean;
  isTable: boolean;
}

let db: Database;
let columns: Map<string, Column[]>;
beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.query<Column>(
    `SELECT c.relname AS relation, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
       c.relkind IN ('r', 'p') AS "isTable"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')`,
  );
  columns = Map.groupBy(rows, ({ relation }) => relation);
});
afterAll(() => db.close());

interface JsonShape {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly string[];
  items?: JsonShape;
  anyOf?: readonly JsonShape[];
}

const jsonShape: z.ZodType<JsonShape> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.string()).optional(),
    items: jsonShape.optional(),
    anyOf: z.array(jsonShape).optional(),
  }),
);

/** JSON of each PostgreSQL type, as the row API writes it. */
const JSON_OF: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  text: 'text',
  'character varying': 'text',
  'timestamp with time zone': 'date-time',
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  numeric: 'number',
  boolean: 'boolean',
  source: 'word',
};

function jsonOf(type: string): string {
  if (type.endsWith('[]')) return `list of ${JSON_OF[type.slice(0, -2)] ?? '?'}`;
  return JSON_OF[type] ?? 'json';
}

/** What a schema accepts, in the words of JSON_OF, and whether it accepts null. */
function accepted(shape: JsonShape): { kind: string; nullable: boolean } {
  const members = (shape.anyOf ?? [shape]).map((member) => ({ ...member, types: [member.type ?? []].flat() }));
  const nullable = members.some(({ types }) => types.includes('null'));
  const own = members.find(({ types }) => types.some((type) => type !== 'null')) ?? { types: [] };
  const type = own.types.find((each) => each !== 'null');
  if (own.enum !== undefined) return { kind: 'word', nullable };
  if (type === 'array') return { kind: `list of ${accepted(own.items ?? {}).kind}`, nullable };
  if (own.format === 'uuid' || own.format === 'date-time') return { kind: own.format, nullable };
  return { kind: type === 'string' ? 'text' : (type ?? 'anything'), nullable };
}

/** Lists of words, objects and what only a check of its own accepts are JSON or text to PostgreSQL. */
function fits(kind: string, found: string): boolean {
  if (kind === found) return true;
  if (found === 'json') return kind === 'object' || kind === 'anything' || kind.startsWith('list of ');
  return found === 'text' && (kind === 'word' || kind === 'anything');
}

function columnShapes(schema: z.ZodType): Map<string, JsonShape> {
  const { properties } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return new Map(Object.entries(properties ?? {}).map(([name, shape]) => [name, jsonShape.parse(shape)]));
}

const RELATIONS = Object.entries(ROW_SCHEMAS);

describe('contract rows', () => {
  it('are of relations that the row API offers', () => {
    expect(RELATIONS.map(([relation]) => relation).filter((relation) => !Object.hasOwn(PUBLIC_RELATIONS, relation))).toEqual([]);
  });

  it('know the sources of definitions that the database knows', async () => {
    const { rows } = await db.query<{ words: string[] }>('SELECT enum_range(NULL::source)::text[] AS words');

    expect(rows[0]?.words).toEqual(SOURCES);
  });

  it.each(RELATIONS)('%s has the columns of the schema, no more and no fewer', (relation, schema) => {
    const found = columns.get(relation)?.map(({ name }) => name);

    expect(Object.keys(schema.shape)).toEqual(found);
  });

  it.each(RELATIONS)('%s has the types of the schema', (relation, schema) => {
    const shapes = columnShapes(schema);
    const wrong = (columns.get(relation) ?? []).flatMap(({ name, type }) => {
      const { kind } = accepted(shapes.get(name) ?? {});
      return fits(kind, jsonOf(type)) ? [] : [`${name} is ${type}, the contract says ${kind}`];
    });

    expect(wrong).toEqual([]);
  });

  it.each(RELATIONS)('%s may be null where the schema allows it', (relation, schema) => {
    const wrong = (columns.get(relation) ?? []).flatMap(({ name, required, isTable }) => {
      const field: z.ZodType | undefined = Object.entries(schema.shape).find(([key]) => key === name)?.[1];
      const nullable = field?.safeParse(null).success === true;
      if (required && nullable && !isOpen(field)) return [`${name} is never null`];
      return isTable && !required && !nullable ? [`${name} may be null`] : [];
    });

    expect(wrong).toEqual([]);
  });
});

function isOpen(field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodUnknown;
}
