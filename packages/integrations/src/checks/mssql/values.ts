import { z } from 'zod';

const columnSchema = z.object({
  metadata: z.object({ colName: z.string(), type: z.object({ name: z.string() }) }),
  value: z.unknown(),
});

const INTEGERS = new Set(['TinyInt', 'SmallInt', 'Int', 'IntN', 'BigInt']);
const DOUBLES = new Set([
  'Decimal',
  'DecimalN',
  'Numeric',
  'NumericN',
  'Float',
  'FloatN',
  'Real',
  'Money',
  'MoneyN',
  'SmallMoney',
]);

/** Name and value of a column as expressions see it. Source: health-checks §2.7. */
export function readColumn(column: unknown): [string, unknown] {
  const { metadata, value } = columnSchema.parse(column);
  return [metadata.colName, castValue(metadata.type.name, value)];
}

function castValue(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (INTEGERS.has(type) && (typeof value === 'number' || typeof value === 'string')) return BigInt(value);
  if (DOUBLES.has(type)) return Number(value);
  if (typeof value === 'boolean' || value instanceof Date) return value;
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}
