import { rangeError } from '../error.ts';

export interface RowRange {
  offset: number;
  /** Undefined for all. */
  limit?: number | undefined;
}

/** Header `Range: first-last` of unit items; anything else is passed over. */
export function parseRange(header: string | undefined, unit: string | undefined): RowRange | undefined {
  if (header === undefined || (unit !== undefined && unit.trim() !== 'items')) return undefined;
  const match = /^\s*(?:items=)?(\d{1,15})-(\d{1,15})?\s*$/.exec(header);
  if (match === null) return undefined;
  const first = Number(match[1]);
  if (match[2] === undefined) return { offset: first };
  const last = Number(match[2]);
  if (last < first) throw rangeError();
  return { offset: first, limit: last - first + 1 };
}
