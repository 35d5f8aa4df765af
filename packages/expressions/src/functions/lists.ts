import { assertListLength, assertTextLength, charge, MAX_VALUE_DEPTH } from '../budget.ts';
import { requireList, toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';
import { compareValues, isEqualValue, isNumeric, isRecord, kindOf, ownValue } from '../values.ts';

/** All items of nested lists; `depth` −1 flattens completely. */
export function flatten(value: unknown, depth = -1): unknown[] {
  const out: unknown[] = [];
  const visit = (list: readonly unknown[], remaining: number, level: number): void => {
    if (level > MAX_VALUE_DEPTH) throw new EvaluationFault('flatten: list is nested too deeply', 'EXPRESSION_LIMIT');
    for (const item of list) {
      charge(1);
      if (Array.isArray(item) && remaining !== 0) visit(item, remaining - 1, level + 1);
      else out.push(item);
    }
    assertListLength(out.length);
  };
  visit(requireList(value, 'flatten'), depth, 0);
  return out;
}

export function unique(value: unknown): unknown[] {
  const list = requireList(value, 'uniq');
  const seen = new Set<unknown>();
  const out: unknown[] = [];
  for (const item of list) {
    charge(1);
    if (typeof item !== 'object' || item === null) {
      // 1 and 1n are the same number.
      const key = isNumeric(item) ? Number(item) : item;
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(item);
    } else if (!out.some((other) => typeof other === 'object' && isEqualValue(item, other))) out.push(item);
  }
  return out;
}

export function sorted(value: unknown): unknown[] {
  return requireList(value, 'sort').toSorted(compareValues);
}

/** Sorts maps by the value at a key, which may be a path with dots. */
export function sortedBy(value: unknown, key: string): unknown[] {
  const path = key.split('.');
  const keyed = requireList(value, 'sortBy').map((item) => ({ item, key: path.reduce<unknown>(member, item) }));
  return keyed.sort((a, b) => compareValues(a.key, b.key)).map(({ item }) => item);
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) ? ownValue(value, name) : undefined;
}

export function isSorted(value: unknown): boolean {
  const list = requireList(value, 'isSorted');
  return list.every((item, i) => i === 0 || compareValues(list[i - 1], item) <= 0);
}

/** Sum of ints (int), of numbers (double) or of durations. */
export function sum(value: unknown): number | bigint {
  const list = requireList(value, 'sum');
  let ints = 0n;
  let doubles = 0;
  let isDouble = false;
  for (const item of list) {
    charge(1);
    if (typeof item === 'bigint') ints += item;
    else if (typeof item === 'number') {
      doubles += item;
      isDouble = true;
    } else throw new EvaluationFault(`sum: expected numbers, got ${kindOf(item)}`);
  }
  return isDouble ? doubles + Number(ints) : ints;
}

export function extreme(value: unknown, direction: 1 | -1): unknown {
  const name = direction === 1 ? 'max' : 'min';
  const list = requireList(value, name);
  if (list.length === 0) throw new EvaluationFault(`${name} called on empty list`);
  return list.reduce((best, item) => (compareValues(item, best) * direction > 0 ? item : best));
}

export function indexIn(value: unknown, wanted: unknown): bigint {
  return BigInt(requireList(value, 'indexOf').findIndex((item) => isEqualValue(item, wanted)));
}

export function lastIndexIn(value: unknown, wanted: unknown): bigint {
  return BigInt(requireList(value, 'lastIndexOf').findLastIndex((item) => isEqualValue(item, wanted)));
}

export function joinList(value: unknown, separator: string): string {
  const list = requireList(value, 'join');
  let length = 0;
  const parts = list.map((item) => {
    const text = toText(item);
    length += text.length + separator.length;
    assertTextLength(length);
    return text;
  });
  charge(1 + parts.length + (length >> 6));
  return parts.join(separator);
}

export function sliceList(value: unknown, from: number, to: number): unknown[] {
  const list = requireList(value, 'slice');
  if (from < 0 || to > list.length || from > to) {
    throw new EvaluationFault(`slice: range ${from}..${to} is outside the list of ${list.length} items`);
  }
  charge(to - from);
  return list.slice(from, to);
}

export function reversed(value: unknown): unknown[] {
  const list = requireList(value, 'reverse');
  charge(list.length);
  return list.toReversed();
}

export function appended(value: unknown, item: unknown): unknown[] {
  const list = requireList(value, 'append');
  charge(list.length + 1);
  return [...list, item];
}

export function prepended(value: unknown, item: unknown): unknown[] {
  const list = requireList(value, 'prepend');
  charge(list.length + 1);
  return [item, ...list];
}

export function containsAll(value: unknown, wanted: unknown): boolean {
  const list = requireList(value, 'sets.contains');
  return requireList(wanted, 'sets.contains').every((item) => list.some((other) => isEqualValue(item, other)));
}

export function intersects(a: unknown, b: unknown): boolean {
  const list = requireList(a, 'sets.intersects');
  return requireList(b, 'sets.intersects').some((item) => list.some((other) => isEqualValue(item, other)));
}
