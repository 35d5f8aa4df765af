import type { FileEntry } from '../../files/file-list.ts';
import { parseDuration } from '../../values/duration.ts';
import { parseMoment } from '../../values/moment.ts';
import { parseSize } from '../../values/size.ts';
import { InvalidCheckError } from '../probe.ts';

type AgeOrSize = string | number | undefined;

/** Milliseconds; a number is nanoseconds, as the original's duration type reads it. Undefined when absent. */
export function ageOf(value: AgeOrSize, field: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  const ms = typeof value === 'number' ? value / 1e6 : parseDuration(value);
  if (ms === undefined) throw new InvalidCheckError(`${field} "${value}" is not a duration such as 30m or 1d`);
  return ms;
}

/** Bytes; undefined when absent. */
export function sizeOf(value: AgeOrSize, field: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  const bytes = typeof value === 'number' ? value : parseSize(value);
  if (bytes === undefined) throw new InvalidCheckError(`${field} "${value}" is not a size such as 10mb`);
  return bytes;
}

/** A time, or date math such as `now-60d`; one second is added so that the named second itself does not count. */
export function sinceOf(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const math = /^now\s*(?:([+-])\s*(\S+))?$/.exec(text.trim());
  if (math !== null) {
    const [, sign, amount] = math;
    const ms = amount === undefined ? 0 : parseDuration(amount);
    if (ms === undefined) throw new InvalidCheckError(`since "${text}" is neither a time nor date math such as now-60d`);
    return nowMs + (sign === '-' ? -ms : ms) + 1000;
  }
  const time = parseMoment(text);
  if (time === undefined) throw new InvalidCheckError(`since "${text}" is neither a time nor date math such as now-60d`);
  return time.getTime() + 1000;
}

export interface FolderFilter {
  minAge?: AgeOrSize;
  maxAge?: AgeOrSize;
  minSize?: AgeOrSize;
  maxSize?: AgeOrSize;
  regex?: string | undefined;
  since?: string | undefined;
}

/** The test of ages, sizes and times of a filter, without its regex; throws InvalidCheckError when it cannot be read. Source: health-checks §2.13. */
export function compileFilter(filter: FolderFilter | undefined, nowMs: number): (entry: FileEntry) => boolean {
  if (filter === undefined) return () => true;
  const minAgeMs = ageOf(filter.minAge, 'filter.minAge');
  const maxAgeMs = ageOf(filter.maxAge, 'filter.maxAge');
  const minSize = sizeOf(filter.minSize, 'filter.minSize');
  const maxSize = sizeOf(filter.maxSize, 'filter.maxSize');
  const since = sinceOf(filter.since, nowMs);
  return (entry) => {
    const ageMs = nowMs - entry.modified.getTime();
    return (
      (minAgeMs === undefined || ageMs >= minAgeMs) &&
      (maxAgeMs === undefined || ageMs <= maxAgeMs) &&
      (minSize === undefined || entry.sizeBytes >= minSize) &&
      (maxSize === undefined || entry.sizeBytes <= maxSize) &&
      (since === undefined || entry.modified.getTime() >= since)
    );
  };
}
