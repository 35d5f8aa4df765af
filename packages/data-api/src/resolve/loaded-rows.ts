import { isObject, type RowsPayload } from '../parse/payload.ts';
import type { Relation } from '../schema/model.ts';
import { comparable } from '../sql/text.ts';

/** Whether a column holds one plain value, such as the key of another row. */
function isPlain(relation: Relation, name: string): boolean {
  const type = relation.columns.get(name)?.type;
  if (type === undefined) return false;
  const { id, kind, isArray } = comparable(type);
  return kind !== 'composite' && !isArray && id !== 'pg_catalog.json' && id !== 'pg_catalog.jsonb';
}

function isRow(value: unknown): value is { id: string | number } {
  return isObject(value) && (typeof value.id === 'string' || typeof value.id === 'number');
}

/**
 * Clients send rows back as they loaded them: `created_by` as the person that was embedded in its place, and embeds under names that
 * are no columns. The person becomes its id and what is embedded is passed over; any other unknown name is left to be refused.
 * Source: console-calls §1.9, §6.4.
 */
export function readLoadedRows(relation: Relation, payload: RowsPayload): RowsPayload {
  const rows: unknown = JSON.parse(payload.json);
  if (!Array.isArray(rows)) return payload;
  const valuesOf = (name: string): unknown[] => rows.map((row) => (isObject(row) ? row[name] : undefined));
  const isEmbed = (value: unknown) => value === null || typeof value === 'object';
  const surplus = payload.keys.filter((name) => !relation.columns.has(name) && valuesOf(name).every(isEmbed));
  const embedded = payload.keys.filter((name) => isPlain(relation, name) && valuesOf(name).some(isRow));
  if (surplus.length === 0 && embedded.length === 0) return payload;
  const keys = payload.keys.filter((name) => !surplus.includes(name));
  const plain = (name: string, value: unknown) => (embedded.includes(name) && isRow(value) ? value.id : value);
  const written = rows.map((row) =>
    Object.fromEntries(keys.map((name) => [name, plain(name, isObject(row) ? row[name] : null)])),
  );
  return { json: JSON.stringify(written), keys, length: payload.length };
}
