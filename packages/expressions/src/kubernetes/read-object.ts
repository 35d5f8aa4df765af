import { isNumeric, isRecord, ownValue } from '../values.ts';

/** The value at a path of keys; undefined when any part is missing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isRecord(current)) return undefined;
    current = ownValue(current, key);
  }
  return current;
}

/** The text at a path; empty when there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path; undefined when there is none. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return isNumeric(found) ? Number(found) : undefined;
}

/** The list at a path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Milliseconds since 1970 of the time at a path; undefined when there is none. */
export function timeAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  const ms = found instanceof Date ? found.getTime() : typeof found === 'string' ? Date.parse(found) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

export interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
}

/** The conditions that an object's status reports. */
export function conditionsOf(object: unknown): Condition[] {
  return listAt(object, 'status', 'conditions').map((entry) => ({
    type: textAt(entry, 'type'),
    status: textAt(entry, 'status'),
    reason: textAt(entry, 'reason'),
    message: textAt(entry, 'message'),
  }));
}

export function findCondition(object: unknown, type: string): Condition | undefined {
  return conditionsOf(object).find((condition) => condition.type === type);
}
