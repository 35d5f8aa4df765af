import { Optional } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { charge } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { isPlainRecord, isRecord, toRecord, type ValueMap } from '../values.ts';
import { celNumber, celTypeName } from './cel-types.ts';

/** Value under a key, where numbers are equal whatever their type; undefined when there is none. */
export function lookUp(map: ValueMap, key: unknown): unknown {
  if (isPlainRecord(map)) return typeof key === 'string' && Object.hasOwn(map, key) ? map[key] : undefined;
  if (!(map instanceof Map)) return undefined;
  const direct: unknown = map.get(key);
  const number = celNumber(key);
  if (direct !== undefined || number === undefined) return direct;
  return lookUpNumber(map, number);
}

function lookUpNumber(map: ReadonlyMap<unknown, unknown>, number: number | bigint): unknown {
  for (const [key, value] of map) {
    charge(1);
    const candidate = celNumber(key);
    if (candidate !== undefined && Number(candidate) === Number(number)) return value;
  }
  return undefined;
}

/** CEL's field and index access. Throws an EvaluationFault when there is nothing. */
export function celAccess(receiver: unknown, key: unknown): unknown {
  if (receiver instanceof Optional) return receiver.hasValue() ? celOptionalAccess(receiver, key) : receiver;
  const value = find(receiver, key);
  if (value !== undefined) return value;
  if (Array.isArray(receiver)) {
    throw new EvaluationFault(`No such key: index out of bounds, index ${String(key)} ${bounds(receiver)}`);
  }
  throw new EvaluationFault(`No such key: ${String(key)}`);
}

function bounds(list: readonly unknown[]): string {
  return list.length === 0 ? 'of an empty list' : `of a list of ${list.length}`;
}

/** Access whose missing value is the empty optional. */
export function celOptionalAccess(receiver: unknown, key: unknown): Optional {
  const base: unknown = receiver instanceof Optional ? (receiver.hasValue() ? receiver.value() : undefined) : receiver;
  if (base === undefined) return Optional.none();
  return Optional.of(find(base, key));
}

function find(receiver: unknown, key: unknown): unknown {
  if (isRecord(receiver)) return lookUp(receiver, key);
  if (!Array.isArray(receiver)) {
    throw new EvaluationFault(
      `Cannot index type '${celTypeName(receiver)}' with ${celTypeName(key)} ${String(key).slice(0, 60)}`,
    );
  }
  const index = celNumber(key);
  if (index === undefined || !Number.isInteger(Number(index))) {
    throw new EvaluationFault(`List index must be int, got '${celTypeName(key)}'`);
  }
  const item: unknown = receiver[Number(index)];
  return item === undefined && Number(index) >= 0 && Number(index) < receiver.length ? null : item;
}

/** CEL's has(): whether a map has the field. */
export function celHas(receiver: unknown, field: string): boolean {
  if (receiver instanceof Optional) return receiver.hasValue() && celHas(receiver.value(), field);
  if (isRecord(receiver)) return lookUp(receiver, field) !== undefined;
  throw new EvaluationFault(`has: cannot select ${field} of a value of type '${celTypeName(receiver)}'`);
}

/** A map from the entries of a literal: a plain object when all keys are texts. */
export function celMap(entries: readonly (readonly [unknown, unknown])[]): ValueMap {
  const texts: [string, unknown][] = [];
  const seen = new Set<unknown>();
  for (const [key, value] of entries) {
    if (typeof key === 'string') texts.push([key, value]);
    else if (typeof key !== 'bigint' && typeof key !== 'boolean' && !(key instanceof UnsignedInt)) {
      throw new EvaluationFault(`unsupported key type: ${celTypeName(key)}`);
    }
    const identity = key instanceof UnsignedInt ? key.value : key;
    if (seen.has(identity)) throw new EvaluationFault(`Failed with repeated key: ${String(key)}`);
    seen.add(identity);
  }
  return texts.length === entries.length ? toRecord(texts) : new Map(entries);
}
