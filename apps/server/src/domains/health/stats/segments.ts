import type { TimeSpan } from './time-span.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Where results of a stretch of time are read from. */
export type SegmentLevel = 'raw' | '1h' | '1d';

export interface Segment extends TimeSpan {
  level: SegmentLevel;
}

/** What is stored of one check, by level. Moments in milliseconds. */
export interface StoredLevels {
  /** Raw results before this are gone. */
  rawFromMs: number;
  /** Hours before this are gone. */
  hourlyFromMs: number;
  /** Hours that end at or before this are complete, except the late ones. */
  hourlyUntilMs: number;
  /** Days that end at or before this are complete, except those with a late hour. */
  dailyUntilMs: number;
  /** Hours of the check with results that are not in the roll-ups yet. */
  lateHoursMs: ReadonlySet<number>;
}

/** Finest level wanted: `raw` reads results wherever they are kept, `1h` prefers whole hours. */
export interface SegmentRequest extends TimeSpan {
  prefer: 'raw' | '1h';
}

const floorTo = (ms: number, width: number) => Math.floor(ms / width) * width;
const ceilTo = (ms: number, width: number) => Math.ceil(ms / width) * width;

function levelOfHour(hourMs: number, levels: StoredLevels): SegmentLevel {
  const isComplete = hourMs + HOUR_MS <= levels.hourlyUntilMs && !levels.lateHoursMs.has(hourMs);
  return isComplete || hourMs < levels.rawFromMs ? '1h' : 'raw';
}

function append(segments: Segment[], next: Segment): void {
  const last = segments.at(-1);
  if (last !== undefined && last.level === next.level && last.toMs === next.fromMs) last.toMs = next.toMs;
  else segments.push({ ...next });
}

function appendDay(segments: Segment[], dayMs: number, levels: StoredLevels): void {
  let isWhole = dayMs + DAY_MS <= levels.dailyUntilMs;
  for (const late of levels.lateHoursMs) if (late >= dayMs && late < dayMs + DAY_MS) isWhole = false;
  if (isWhole || dayMs < levels.hourlyFromMs) {
    append(segments, { level: '1d', fromMs: dayMs, toMs: dayMs + DAY_MS });
    return;
  }
  for (let hour = dayMs; hour < dayMs + DAY_MS; hour += HOUR_MS) {
    append(segments, { level: levelOfHour(hour, levels), fromMs: hour, toMs: hour + HOUR_MS });
  }
}

/**
 * Divides a span into stretches that are each read from one level, so that every result counts once.
 * Edges that lie inside an hour come from raw results; where those are gone, the edge moves outwards to the hour or the day that is kept.
 * @param dailyFirst take whole days where they are complete (long spans)
 */
export function planSegments(request: SegmentRequest, levels: StoredLevels, dailyFirst: boolean): Segment[] {
  const { toMs } = request;
  let at = request.fromMs;
  if (at < levels.hourlyFromMs) at = floorTo(at, DAY_MS);
  else if (at < levels.rawFromMs) at = floorTo(at, HOUR_MS);
  const segments: Segment[] = [];
  while (at < toMs) {
    const hour = floorTo(at, HOUR_MS);
    const day = floorTo(at, DAY_MS);
    const isBeyondHours = at < levels.hourlyFromMs;
    if (at === day && (isBeyondHours || (dailyFirst && at + DAY_MS <= toMs))) {
      appendDay(segments, day, levels);
      at = day + DAY_MS;
      continue;
    }
    const isWholeHour = at === hour && at + HOUR_MS <= toMs;
    const next = Math.min(ceilTo(at + 1, HOUR_MS), toMs);
    if (at < levels.rawFromMs) append(segments, { level: '1h', fromMs: hour, toMs: hour + HOUR_MS });
    else if (isWholeHour && request.prefer === '1h')
      append(segments, { level: levelOfHour(hour, levels), fromMs: at, toMs: next });
    else append(segments, { level: 'raw', fromMs: at, toMs: next });
    at = at < levels.rawFromMs ? hour + HOUR_MS : next;
  }
  return segments;
}
