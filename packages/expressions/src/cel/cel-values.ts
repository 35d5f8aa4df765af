import { Optional } from '@marcbachmann/cel-js';
import { Duration as CelDuration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { allocate, charge, MAX_VALUE_DEPTH } from '../budget.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { entriesOf, isPlainRecord, isRecord, keyText, toRecord, type ValueMap } from '../values.ts';

const NANOS_PER_SECOND = 1_000_000_000n;
const MAX_INPUT_NODES = 5_000_000;

/** The CEL library's duration, with whole seconds rounded down so that its nanoseconds are never negative. */
export function toCelDuration(duration: Duration): CelDuration {
  const rest = ((duration.nanos % NANOS_PER_SECOND) + NANOS_PER_SECOND) % NANOS_PER_SECOND;
  return new CelDuration((duration.nanos - rest) / NANOS_PER_SECOND, Number(rest));
}

/** Prepares variables for CEL and counts their size, which later bounds the cost of loops over them. */
export class InputReader {
  /** Number of values seen plus one for every 64 characters of text. */
  size = 0;

  /** The value with everything CEL cannot hold replaced; the same object when nothing had to be replaced. */
  read(value: unknown, depth = 0): unknown {
    if (++this.size > MAX_INPUT_NODES) throw new EvaluationFault('variables are too large', 'EXPRESSION_LIMIT');
    switch (typeof value) {
      case 'string':
        this.size += value.length >> 6;
        return value;
      case 'number':
      case 'bigint':
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : this.#readObject(value, depth);
      default:
        return null;
    }
  }

  #readObject(value: object, depth: number): unknown {
    if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('variables are nested too deeply', 'EXPRESSION_LIMIT');
    if (Array.isArray(value)) return this.#readList(value, depth);
    if (isRecord(value)) return isPlainRecord(value) ? this.#readRecord(value, depth) : this.#readMap(value, depth);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
    if (value instanceof Duration) return toCelDuration(value);
    if (value instanceof Uint8Array || value instanceof CelDuration || value instanceof UnsignedInt || value instanceof Optional)
      return value;
    if (value instanceof Set) return this.#readList([...value], depth);
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.read(value.toJSON(), depth + 1);
    return this.#readRecord({ ...value }, depth);
  }

  #readList(list: readonly unknown[], depth: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      const read = this.read(item, depth + 1);
      if (read === item) continue;
      copy ??= list.slice();
      copy[i] = read;
    }
    return copy ?? list;
  }

  #readRecord(record: Readonly<Record<string, unknown>>, depth: number): unknown {
    let changed: Map<string, unknown> | undefined;
    for (const key in record) {
      const item = record[key];
      // An undefined member is missing to CEL as well.
      if (item === undefined) continue;
      const read = this.read(item, depth + 1);
      if (read === item) continue;
      changed ??= new Map();
      changed.set(key, read);
    }
    if (changed !== undefined) {
      return toRecord(Object.entries(record).map(([key, item]): [string, unknown] => [key, changed.get(key) ?? item]));
    }
    // The library finds out what a value is by its constructor, which an own key of that name would hide.
    return Object.hasOwn(record, 'constructor') ? new Map<unknown, unknown>(Object.entries(record)) : record;
  }

  #readMap(map: ValueMap, depth: number): ReadonlyMap<unknown, unknown> {
    return new Map(
      entriesOf(map).map(([key, item]) => [typeof key === 'bigint' ? key : keyText(key), this.read(item, depth + 1)]),
    );
  }
}

/** A function argument in the public value model (not deep). */
export function fromCelArgument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof CelDuration) return asDuration(value);
  if (value instanceof UnsignedInt) return value.value;
  return value instanceof Optional ? optionalValue(value) : value;
}

function optionalValue(optional: Optional): unknown {
  return optional.hasValue() ? fromCelArgument(optional.value()) : null;
}

/** Name of a CEL type value such as `int`, or undefined when the value is no type. */
function typeValueName(value: object): string | undefined {
  const tag: unknown = Reflect.get(value, Symbol.toStringTag);
  return typeof tag === 'string' && tag.startsWith('Type<') && 'name' in value ? String(value.name) : undefined;
}

/** A CEL result in the public value model, deeply. */
export function fromCelResult(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value;
  if (depth > MAX_VALUE_DEPTH) throw new EvaluationFault('result is nested too deeply', 'EXPRESSION_LIMIT');
  charge(1);
  if (Array.isArray(value)) {
    charge(value.length);
    allocate(value.length);
    return copyWhenChanged(value, depth);
  }
  if (isRecord(value)) {
    const entries = entriesOf(value);
    allocate(entries.length);
    const converted = entries.map(([, item]) => fromCelResult(item, depth + 1));
    if (converted.every((item, i) => item === entries[i]?.[1])) return value;
    return toRecord(entries.map(([key], i): [string, unknown] => [keyText(key), converted[i]]));
  }
  if (value instanceof Optional) return value.hasValue() ? fromCelResult(value.value(), depth + 1) : null;
  return typeValueName(value) ?? fromCelArgument(value);
}

function copyWhenChanged(list: readonly unknown[], depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const converted = fromCelResult(list[i], depth + 1);
    if (converted === list[i]) continue;
    copy ??= list.slice();
    copy[i] = converted;
  }
  return copy ?? list;
}
