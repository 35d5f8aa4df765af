import { isObject, type RowsPayload } from '../parse/payload.ts';
import type { RelationRule } from '../policy.ts';

/** Rows with the values of sealed columns replaced; columns that a row does not have stay absent. */
export function sealRows(sealed: RelationRule['sealed'], payload: RowsPayload): RowsPayload {
  if (sealed === undefined) return payload;
  const rows: unknown = JSON.parse(payload.json);
  if (!Array.isArray(rows)) return payload;
  const sealValue = (name: string, value: unknown, row: Readonly<Record<string, unknown>>) =>
    Object.hasOwn(sealed, name) ? (sealed[name]?.(value, row) ?? null) : value;
  const json = JSON.stringify(
    rows.map((row) =>
      isObject(row) ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sealValue(name, value, row)])) : row,
    ),
  );
  return { ...payload, json };
}
