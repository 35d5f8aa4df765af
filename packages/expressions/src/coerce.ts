import { asDuration } from './duration.ts';
import { EvaluationFault } from './expression-error.ts';
import { goFormat } from './go-format.ts';
import { isRecord, kindOf, type ValueMap } from './values.ts';

/** Text of any value; bytes are read as UTF-8, null is the empty text. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return goFormat(value);
}

export function requireText(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  throw new EvaluationFault(`${where}: expected a text, got ${kindOf(value)}`);
}

export function requireList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Set) return [...value];
  throw new EvaluationFault(`${where}: expected a list, got ${kindOf(value)}`);
}

export function requireMap(value: unknown, where: string): ValueMap {
  if (isRecord(value)) return value;
  throw new EvaluationFault(`${where}: expected a map, got ${kindOf(value)}`);
}

/** Number of an int, a double, a numeric text, a boolean or a duration (nanoseconds). */
export function toNumber(value: unknown, where: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() !== '') {
    const parsed = Number(value.replaceAll('_', ''));
    if (!Number.isNaN(parsed)) return parsed;
  }
  const duration = asDuration(value);
  if (duration !== undefined) return Number(duration.nanos);
  throw new EvaluationFault(
    `${where}: expected a number, got ${typeof value === 'string' ? JSON.stringify(value) : kindOf(value)}`,
  );
}

/** Whole JS number, for counts and indexes. */
export function toCount(value: unknown, where: string): number {
  const number = Math.trunc(toNumber(value, where));
  if (Number.isSafeInteger(number)) return number;
  throw new EvaluationFault(`${where}: number out of range`);
}

/** Whole number of an int or a whole double; nothing else counts. */
export function requireCount(value: unknown, where: string): number {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return toCount(value, where);
  throw new EvaluationFault(`${where}: expected an int, got ${kindOf(value)}`);
}

/** Go int64 of a value; fractions are cut. */
export function toInt(value: unknown, where: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'string' && /^[+-]?\d{1,19}$/.test(value)) return BigInt(value.replace('+', ''));
  const duration = asDuration(value);
  if (duration !== undefined) return duration.nanos;
  const number = toNumber(value, where);
  if (!Number.isFinite(number)) throw new EvaluationFault(`${where}: number out of range`);
  return BigInt(Math.trunc(number));
}

export function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(toText(value), 'utf8');
}
