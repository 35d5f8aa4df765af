import type { Queries } from '../environment.ts';
import { Accumulator } from './accumulator.ts';
import { planSegments, type Segment } from './segments.ts';
import { type RawResult, type Retention, type RollupRow, readRawResults, readRollups, readStoredLevels } from './stats-store.ts';
import type { TimeSpan } from './time-span.ts';

export interface SpanRequest {
  checkId: string;
  span: TimeSpan;
  nowMs: number;
  retention: Retention;
  /** Spans up to this length are read from raw results where they are kept. */
  rawUpToMs: number;
  /** Whole days are read from daily roll-ups. */
  dailyFirst: boolean;
  /** Bucket of a moment, in milliseconds; not finer than the roll-ups that the span needs. */
  bucketOf(timeMs: number): number;
}

/** All that is stored of a check in a span, summed as a whole and per bucket. */
export interface CollectedSpan {
  segments: readonly Segment[];
  total: Accumulator;
  /** Ascending; buckets without a result are absent. */
  buckets: [number, Accumulator][];
  /** The raw results that were read, ascending. */
  raw: readonly RawResult[];
}

/** Reads a span of a check from the levels it needs, each result once. */
export async function collectSpan(db: Queries, request: SpanRequest): Promise<CollectedSpan> {
  const { checkId, span } = request;
  const levels = await readStoredLevels(db, checkId, request.nowMs, request.retention);
  const prefer = span.toMs - span.fromMs <= request.rawUpToMs ? 'raw' : '1h';
  const segments = planSegments({ ...span, prefer }, levels, request.dailyFirst);
  const [raw, hours, days] = await Promise.all([
    readRawResults(db, checkId, segments),
    readRollups(db, checkId, segments, '1h'),
    readRollups(db, checkId, segments, '1d'),
  ]);
  const total = new Accumulator();
  const byBucket = new Map<number, Accumulator>();
  const bucketFor = (timeMs: number) => {
    const key = request.bucketOf(timeMs);
    const known = byBucket.get(key) ?? new Accumulator();
    byBucket.set(key, known);
    return known;
  };
  for (const result of raw) {
    total.addResult(result.passed, result.durationMs);
    bucketFor(result.timeMs).addResult(result.passed, result.durationMs);
  }
  const addRollup = (row: RollupRow) => {
    total.addRollup(row);
    bucketFor(row.timeMs).addRollup(row);
  };
  for (const row of hours) addRollup(row);
  for (const row of days) addRollup(row);
  return { segments, total, buckets: [...byBucket].sort(([a], [b]) => a - b), raw };
}
