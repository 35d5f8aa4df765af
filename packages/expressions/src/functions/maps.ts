import { charge } from '../budget.ts';
import { requireList, requireMap, toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';
import { compareKeys, entriesOf, isEqualValue, isRecord, keyText, ownValue, toRecord, type ValueMap } from '../values.ts';

function sortedEntries(map: ValueMap): [unknown, unknown][] {
  const entries = entriesOf(map).sort(([a], [b]) => compareKeys(a, b));
  charge(entries.length);
  return entries;
}

/** Keys in order, so that results do not depend on chance. */
export function keysOf(value: unknown): unknown[] {
  return sortedEntries(requireMap(value, 'keys')).map(([key]) => key);
}

/** Values in the order of their keys. */
export function valuesOf(value: unknown): unknown[] {
  return sortedEntries(requireMap(value, 'values')).map(([, item]) => item);
}

/** Maps merged deeply; a later map wins over an earlier one. */
export function merge(...maps: unknown[]): ValueMap {
  return maps.map((map) => requireMap(map, 'merge')).reduce((left, right) => mergeTwo(left, right, 0), toRecord([]));
}

function mergeTwo(left: ValueMap, right: ValueMap, depth: number): ValueMap {
  if (depth > 50) throw new EvaluationFault('merge: maps are nested too deeply', 'EXPRESSION_LIMIT');
  const merged = new Map(entriesOf(left).map(([key, value]) => [keyText(key), value]));
  for (const [key, value] of entriesOf(right)) {
    charge(1);
    const name = keyText(key);
    const present = merged.get(name);
    merged.set(name, isRecord(present) && isRecord(value) ? mergeTwo(present, value, depth + 1) : value);
  }
  return toRecord(merged);
}

export function pick(value: unknown, names: unknown): ValueMap {
  const wanted = new Set(requireList(names, 'pick').map(toText));
  return filterKeys(requireMap(value, 'pick'), (key) => wanted.has(key));
}

export function omit(value: unknown, names: unknown): ValueMap {
  const dropped = new Set(requireList(names, 'omit').map(toText));
  return filterKeys(requireMap(value, 'omit'), (key) => !dropped.has(key));
}

function filterKeys(map: ValueMap, keep: (key: string) => boolean): ValueMap {
  const entries = entriesOf(map).map(([key, value]): [string, unknown] => [keyText(key), value]);
  charge(entries.length);
  return toRecord(entries.filter(([key]) => keep(key)));
}

/** Map from alternating keys and values; a last key without value gets an empty text. */
export function dict(items: readonly unknown[]): ValueMap {
  const entries: [string, unknown][] = [];
  for (let i = 0; i < items.length; i += 2) entries.push([toText(items[i]), i + 1 < items.length ? items[i + 1] : '']);
  charge(entries.length);
  return toRecord(entries);
}

/** Whether a map has a key or a list an item. */
export function has(collection: unknown, wanted: unknown): boolean {
  if (isRecord(collection)) return ownValue(collection, wanted) !== undefined;
  if (Array.isArray(collection)) return collection.some((item) => isEqualValue(item, wanted));
  return false;
}

/** `a=b,c=d` → map. */
export function keyValToMap(text: string): ValueMap {
  const pairs = text.split(',').map((pair) => pair.split('='));
  return toRecord(
    pairs
      .filter(([key = '', ...rest]) => key.trim() !== '' && rest.length > 0)
      .map(([key = '', ...rest]): [string, unknown] => [key.trim(), rest.join('=').trim()]),
  );
}

export function mapToKeyVal(value: unknown): string {
  return sortedEntries(requireMap(value, 'mapToKeyVal'))
    .map(([key, item]) => `${keyText(key)}=${toText(item)}`)
    .join(',');
}

/** Label match: patterns separated by commas, `*` as wildcard at the ends, `!` negates. */
export function matchLabel(labels: unknown, name: string, patterns: string): boolean {
  const value = ownValue(requireMap(labels, 'matchLabel'), name);
  const list = patterns.split(',').map((pattern) => pattern.trim());
  if (value === undefined) return list.every((pattern) => pattern.startsWith('!'));
  return matchesItems(toText(value), list);
}

function matchesItems(text: string, patterns: readonly string[]): boolean {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  if (excluded.some((pattern) => matchesItem(text, pattern.slice(1)))) return false;
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  return included.length === 0 || included.some((pattern) => matchesItem(text, pattern));
}

function matchesItem(text: string, pattern: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*') && pattern.endsWith('*')) return text.includes(pattern.slice(1, -1));
  if (pattern.startsWith('*')) return text.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;
}
