import { Optional } from '@marcbachmann/cel-js';
import { charge, chargeText, MAX_VALUE_DEPTH } from '../budget.ts';
import { asDuration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { compareTexts, entriesOf, isRecord, sizeOf, type ValueMap } from '../values.ts';
import { celNumber, celTypeName } from './cel-types.ts';
import { lookUp } from './map-access.ts';

/** CEL's `==`: numbers by value whatever their type; values of different kinds are unequal. Never an error. */
export function celEquals(a: unknown, b: unknown, depth = 0): boolean {
  if (typeof a === 'string') {
    if (typeof b !== 'string') return false;
    chargeText(a);
    return a === b;
  }
  const left = celNumber(a);
  if (left !== undefined) {
    const right = celNumber(b);
    return right !== undefined && equalNumbers(left, right);
  }
  if (a === null || a === undefined) return b === null || b === undefined;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) return a === b;
  return equalObjects(a, b, depth);
}

function equalNumbers(a: number | bigint, b: number | bigint): boolean {
  return typeof a === typeof b ? a === b : Number(a) === Number(b);
}

function equalObjects(a: object, b: object, depth: number): boolean {
  charge(1);
  if (a === b && !Array.isArray(a) && !isRecord(a)) return true;
  if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('value is nested too deeply', 'EXPRESSION_LIMIT');
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => celEquals(item, b[i], depth + 1));
  }
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, depth);
  const duration = asDuration(a);
  if (duration !== undefined) return asDuration(b)?.nanos === duration.nanos;
  return isRecord(a) && isRecord(b) ? equalMaps(a, b, depth) : a === b;
}

function equalOptionals(a: Optional, b: Optional, depth: number): boolean {
  if (!a.hasValue() || !b.hasValue()) return a.hasValue() === b.hasValue();
  return celEquals(a.value(), b.value(), depth + 1);
}

function equalMaps(a: ValueMap, b: ValueMap, depth: number): boolean {
  if (sizeOf(a) !== sizeOf(b)) return false;
  return entriesOf(a).every(([key, value]) => {
    const other = lookUp(b, key);
    return other !== undefined && celEquals(value, other, depth + 1);
  });
}

/** Order of two values of one kind; NaN when they have none. Throws an EvaluationFault for other pairs. */
export function celCompare(a: unknown, b: unknown, operator: string): number {
  if (typeof a === 'string' && typeof b === 'string') {
    chargeText(a);
    return compareTexts(a, b);
  }
  const left = comparableNumber(a);
  const right = comparableNumber(b);
  if (left !== undefined && right !== undefined && left.kind === right.kind) return order(left.value, right.value);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw new EvaluationFault(`no such overload: ${celTypeName(a)} ${operator} ${celTypeName(b)}`);
}

function comparableNumber(value: unknown): { kind: string; value: number | bigint } | undefined {
  const number = celNumber(value);
  if (number !== undefined) return { kind: 'number', value: number };
  if (typeof value === 'boolean') return { kind: 'bool', value: Number(value) };
  if (value instanceof Date) return { kind: 'timestamp', value: value.getTime() };
  const duration = asDuration(value);
  return duration === undefined ? undefined : { kind: 'duration', value: duration.nanos };
}

function order(a: number | bigint, b: number | bigint): number {
  const left = typeof a === typeof b ? a : Number(a);
  const right = typeof a === typeof b ? b : Number(b);
  if (left < right) return -1;
  return left > right ? 1 : left === right ? 0 : Number.NaN;
}

/** CEL's `in`: an item of a list or a key of a map. */
export function celIn(item: unknown, collection: unknown): boolean {
  if (Array.isArray(collection)) {
    for (const candidate of collection) {
      charge(1);
      if (celEquals(item, candidate)) return true;
    }
    return false;
  }
  if (isRecord(collection)) return lookUp(collection, item) !== undefined;
  throw new EvaluationFault(`no such overload: ${celTypeName(item)} in ${celTypeName(collection)}`);
}
