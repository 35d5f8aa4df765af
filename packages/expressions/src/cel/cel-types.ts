import { Optional } from '@marcbachmann/cel-js';
import { Duration as CelDuration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { isRecord } from '../values.ts';

/** CEL's name of a value's type, for messages. */
export function celTypeName(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    default:
  }
  if (value === null || value === undefined) return 'null_type';
  if (Array.isArray(value)) return 'list';
  if (value instanceof UnsignedInt) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Date) return 'timestamp';
  if (value instanceof CelDuration) return 'duration';
  if (value instanceof Optional) return 'optional';
  return isRecord(value) ? 'map' : 'type';
}

/** The number of an int, uint or double; else undefined. */
export function celNumber(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value instanceof UnsignedInt ? value.value : undefined;
}
