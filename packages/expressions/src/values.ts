import { charge, MAX_VALUE_DEPTH } from './budget.ts';
import { asDuration } from './duration.ts';
import { EvaluationFault } from './expression-error.ts';

export type JsonRecord = Record<string, unknown>;
/** A map of the value model: a plain object or a Map. */
export type ValueMap = JsonRecord | ReadonlyMap<unknown, unknown>;

/** True for plain objects (also without prototype) and Maps; false for arrays, dates, bytes, durations and class instances. */
export function isRecord(value: unknown): value is ValueMap {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Map) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isPlainRecord(value: unknown): value is JsonRecord {
  return isRecord(value) && !(value instanceof Map);
}

export function entriesOf(map: ValueMap): [unknown, unknown][] {
  return map instanceof Map ? [...map] : Object.entries(map);
}

export function sizeOf(map: ValueMap): number {
  return map instanceof Map ? map.size : Object.keys(map).length;
}

/** Own value under a key; inherited members such as `constructor` do not exist. */
export function ownValue(map: ValueMap, key: unknown): unknown {
  if (map instanceof Map) return lookUp(map, key);
  if (!isPlainRecord(map)) return undefined;
  const name = typeof key === 'string' ? key : typeof key === 'bigint' || typeof key === 'number' ? String(key) : undefined;
  return name !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

function lookUp(map: ReadonlyMap<unknown, unknown>, key: unknown): unknown {
  const direct = map.get(key);
  if (direct !== undefined || typeof key === 'string') return direct;
  return typeof key === 'bigint' || typeof key === 'number' ? map.get(String(key)) : undefined;
}

/** A map from entries; a Map when a key could be mistaken for a member of Object, else a plain object. */
export function toRecord(entries: Iterable<readonly [string, unknown]>): ValueMap {
  const list = [...entries];
  if (list.some(([key]) => UNSAFE_KEYS.has(key))) return new Map<unknown, unknown>(list);
  const record: JsonRecord = {};
  for (const [key, value] of list) record[key] = value;
  return record;
}

const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function keyText(key: unknown): string {
  return typeof key === 'string' ? key : String(key);
}

/** Order of map keys as Go prints them: numbers before texts, numbers by value, texts by bytes. */
export function compareKeys(a: unknown, b: unknown): number {
  const aNumeric = isNumeric(a);
  if (aNumeric && isNumeric(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (aNumeric !== isNumeric(b)) return aNumeric ? -1 : 1;
  return compareTexts(keyText(a), keyText(b));
}

/** Order by code point, which is the order of the UTF-8 bytes that Go compares. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Equality of the value model: numbers by value whatever their type, lists and maps by content. */
export function isEqualValue(a: unknown, b: unknown, depth = 0): boolean {
  charge(1);
  if (a === b) return true;
  if (isNumeric(a)) return isNumeric(b) && Number(a) === Number(b) && !(typeof a === 'bigint' && typeof b === 'bigint');
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('value is nested too deeply', 'EXPRESSION_LIMIT');
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isEqualValue(item, b[i], depth + 1));
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  const duration = asDuration(a);
  if (duration !== undefined) return asDuration(b)?.nanos === duration.nanos;
  if (!isRecord(a) || !isRecord(b) || sizeOf(a) !== sizeOf(b)) return false;
  return entriesOf(a).every(([key, value]) => {
    const other = ownValue(b, key);
    return (other !== undefined || value === undefined) && isEqualValue(value, other, depth + 1);
  });
}

/** Order of two values for sorting: numbers, texts, booleans, dates and durations within their kind; other pairs are equal. */
export function compareValues(a: unknown, b: unknown): number {
  charge(1);
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const left = asDuration(a)?.nanos;
  const right = asDuration(b)?.nanos;
  if (left !== undefined && right !== undefined) return left < right ? -1 : left > right ? 1 : 0;
  return 0;
}

/** Go-like name of a value's type for error messages and `kind`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'invalid';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  if (Array.isArray(value) || value instanceof Uint8Array) return 'slice';
  if (value instanceof Date) return 'struct';
  if (asDuration(value) !== undefined) return 'int64';
  return isRecord(value) ? 'map' : 'struct';
}
