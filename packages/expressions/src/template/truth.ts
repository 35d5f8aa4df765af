import { asDuration } from '../duration.ts';
import { isRecord, sizeOf } from '../values.ts';

/** Go's truth of a value: false, 0, nil, missing and empty texts, lists and maps are false. */
export function isTrue(value: unknown): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    case 'object': {
      if (value === null) return false;
      if (Array.isArray(value) || value instanceof Uint8Array) return value.length > 0;
      if (isRecord(value)) return sizeOf(value) > 0;
      const duration = asDuration(value);
      return duration === undefined || duration.nanos !== 0n;
    }
    default:
      return value !== undefined;
  }
}
