const MOST_ENTRIES = 200;
const LONGEST_TEXT = 32 * 1024;
const DEEPEST = 12;

/**
 * A detail as JSON that is small enough to be stored with every result: long lists and texts are cut, dates become text, ints become numbers.
 */
export function storableDetail(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((entry) => storableDetail(entry, depth + 1));
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(entries.map(([key, entry]) => [key, storableDetail(entry, depth + 1)]));
}
