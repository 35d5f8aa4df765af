import { allocateResult, assertListLength, charge, chargeArguments } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { goFormat } from '../go-format.ts';
import { compareKeys, entriesOf, isRecord, ownValue } from '../values.ts';
import { fieldOfObject } from './methods.ts';

export type TemplateFunction = (...args: unknown[]) => unknown;

/** A group of functions that is reached as fields, such as `strings.ToLower`. */
export class FunctionNamespace {
  readonly members: ReadonlyMap<string, unknown>;

  constructor(members: Readonly<Record<string, unknown>>) {
    this.members = new Map(Object.entries(members));
  }
}

export const NO_ARGUMENTS: readonly unknown[] = [];

function isFunction(value: unknown): value is TemplateFunction {
  return typeof value === 'function';
}

/** Calls a function, taking the steps for its arguments and the memory for its result. */
export function measured(call: TemplateFunction, args: readonly unknown[]): unknown {
  chargeArguments(args);
  const value = call(...args);
  allocateResult(value);
  return value;
}

/** Field, method or member of a value; undefined when a map has no such key. */
export function fieldOf(receiver: unknown, name: string, args: readonly unknown[]): unknown {
  if (receiver === undefined) return undefined;
  if (receiver === null) throw new EvaluationFault(`nil pointer evaluating interface {}.${name}`);
  if (receiver instanceof FunctionNamespace) {
    const member = receiver.members.get(name);
    if (isFunction(member)) return measured(member, args);
    if (member !== undefined) return member;
    throw new EvaluationFault(`function ${JSON.stringify(name)} not defined`, 'EXPRESSION_INVALID');
  }
  if (isRecord(receiver)) {
    if (args.length > 0) throw new EvaluationFault(`${name} is not a method but has arguments`);
    return ownValue(receiver, name);
  }
  return fieldOfObject(receiver, name, args);
}

/** What range visits, as pairs of key or index and item. */
export function rangeItems(collection: unknown, at: number): [unknown, unknown][] {
  if (collection === undefined || collection === null) return [];
  if (Array.isArray(collection)) return collection.map((item, index): [unknown, unknown] => [BigInt(index), item]);
  if (isRecord(collection)) return entriesOf(collection).sort(([a], [b]) => compareKeys(a, b));
  if (typeof collection === 'bigint' || (typeof collection === 'number' && Number.isInteger(collection))) {
    const count = Number(collection);
    assertListLength(count);
    charge(Math.max(0, count));
    return Array.from({ length: Math.max(0, count) }, (_, i): [unknown, unknown] => [BigInt(i), BigInt(i)]);
  }
  throw new EvaluationFault(`range can't iterate over ${goFormat(collection).slice(0, 50)}`, 'EXPRESSION_FAILED', at);
}
