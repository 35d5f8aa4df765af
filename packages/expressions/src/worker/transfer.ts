import { MAX_VALUE_DEPTH } from '../budget.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { entriesOf, isRecord } from '../values.ts';

/** Marks a duration among structured-clone values; a Map with this one key cannot come from JSON. */
const DURATION_KEY = Symbol.for('duration').toString();

/** Values of the value model → values that structured clone keeps. What has no meaning to an expression (functions) becomes null. */
export function encodeValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return null;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('variables are nested too deeply', 'EXPRESSION_LIMIT');
  if (Array.isArray(value)) return value.map((item) => encodeValue(item, depth + 1));
  if (value instanceof Date || value instanceof Uint8Array) return value;
  const duration = asDuration(value);
  if (duration !== undefined) return new Map([[DURATION_KEY, duration.nanos]]);
  if (value instanceof Set) return [...value].map((item) => encodeValue(item, depth + 1));
  if (!isRecord(value) && 'toJSON' in value && typeof value.toJSON === 'function') return encodeValue(value.toJSON(), depth + 1);
  const entries = isRecord(value) ? entriesOf(value) : Object.entries(value);
  return new Map(entries.map(([key, item]) => [key, encodeValue(item, depth + 1)]));
}

/** The inverse of encodeValue. Maps come back as plain objects unless they have a key that an object cannot safely hold. */
export function decodeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decodeValue);
  if (!(value instanceof Map)) return value;
  const nanos: unknown = value.size === 1 ? value.get(DURATION_KEY) : undefined;
  if (typeof nanos === 'bigint') return new Duration(nanos);
  const keys = [...value.keys()];
  if (keys.some((key) => typeof key !== 'string' || key === '__proto__' || key === 'constructor')) {
    return new Map([...value].map(([key, item]) => [key, decodeValue(item)]));
  }
  const record: Record<string, unknown> = {};
  for (const [key, item] of value) record[String(key)] = decodeValue(item);
  return record;
}

/** Encoded variables as a record. */
export function decodeRecord(value: unknown): Readonly<Record<string, unknown>> {
  const decoded = decodeValue(value);
  if (decoded instanceof Map) return Object.fromEntries(decoded);
  return isRecord(decoded) ? Object.fromEntries(entriesOf(decoded).map(([key, item]) => [String(key), item])) : {};
}
