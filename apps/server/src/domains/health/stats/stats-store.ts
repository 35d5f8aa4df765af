import type { Queries } from '../environment.ts';
import { SLOW_AFTER } from '../scheduling/slow-down.ts';
import { DAY_MS, type Segment, type SegmentLevel, type StoredLevels } from './segments.ts';
import type { TimeSpan } from './time-span.ts';

/** Days for which raw results are kept; hours are kept three times as long. Source: data-model §9, property check.status.retention.days. */
export interface Retention {
  rawDays: number;
}

const HOURLY_FACTOR = 3;

function epochMs(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::bigint`;
}

/** Days that are kept in full as raw results and as hours, both as the first moment kept. */
export function retentionBounds(nowMs: number, retention: Retention): { rawFromMs: number; hourlyFromMs: number } {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { rawFromMs: today - retention.rawDays * DAY_MS, hourlyFromMs: today - HOURLY_FACTOR * retention.rawDays * DAY_MS };
}

export async function readStoredLevels(db: Queries, checkId: string, nowMs: number, retention: Retention): Promise<StoredLevels> {
  const { rows } = await db.query<{ level: string; until_ms: number; late: string | null }>(
    `SELECT level, ${epochMs('complete_until')} AS until_ms,
       (SELECT array_agg(${epochMs('l.hour')})::text FROM check_rollups_late l WHERE l.check_id = $1) AS late
     FROM check_rollups`,
    [checkId],
    { name: 'read_stored_levels' },
  );
  const untilOf = (level: SegmentLevel) => rows.find((row) => row.level === level)?.until_ms ?? 0;
  const bounds = retentionBounds(nowMs, retention);
  const hourlyUntilMs = untilOf('1h');
  const dailyUntilMs = untilOf('1d');
  return {
    rawFromMs: Math.min(bounds.rawFromMs, hourlyUntilMs),
    hourlyFromMs: Math.min(bounds.hourlyFromMs, dailyUntilMs),
    hourlyUntilMs,
    dailyUntilMs,
    lateHoursMs: new Set(parseNumbers(rows[0]?.late ?? '{}')),
  };
}

/** Numbers of a PostgreSQL array text such as `{1,2}`. */
function parseNumbers(text: string): number[] {
  const body = text.slice(1, -1);
  return body === '' ? [] : body.split(',').map(Number);
}

export interface RawResult {
  timeMs: number;
  passed: boolean;
  durationMs: number;
}

export interface RollupRow {
  timeMs: number;
  passed: number;
  failed: number;
  sumMs: number;
  maxMs: number;
  buckets: number[];
  counts: number[];
}

function boundsOf(segments: readonly Segment[], level: SegmentLevel): [string[], string[]] {
  const own = segments.filter((segment) => segment.level === level);
  return [
    own.map((segment) => new Date(segment.fromMs).toISOString()),
    own.map((segment) => new Date(segment.toMs).toISOString()),
  ];
}

/** Raw results of the raw segments, ascending. */
export async function readRawResults(db: Queries, checkId: string, segments: readonly Segment[]): Promise<RawResult[]> {
  const [from, to] = boundsOf(segments, 'raw');
  if (from.length === 0) return [];
  const { rows } = await db.query<{ times: string | null; durations: string; verdicts: string }>(
    `SELECT array_agg(${epochMs('s.time')} ORDER BY s.time)::text AS times,
       array_agg(coalesce(s.duration, 0) ORDER BY s.time)::text AS durations,
       array_agg((s.status IS TRUE)::integer ORDER BY s.time)::text AS verdicts
     FROM unnest($2::timestamptz[], $3::timestamptz[]) AS r(from_time, to_time)
     CROSS JOIN LATERAL (
       SELECT time, duration, status FROM check_statuses WHERE check_id = $1 AND time >= r.from_time AND time < r.to_time
     ) AS s`,
    [checkId, from, to],
  );
  const [row] = rows;
  if (row === undefined || row.times === null) return [];
  const durations = parseNumbers(row.durations);
  const verdicts = parseNumbers(row.verdicts);
  return parseNumbers(row.times).map((timeMs, index) => ({
    timeMs,
    passed: verdicts[index] === 1,
    durationMs: durations[index] ?? 0,
  }));
}

const ROLLUP_TABLES = { '1h': 'check_statuses_1h', '1d': 'check_statuses_1d' } as const;

/** Roll-up rows of the segments of a level, ascending. */
export async function readRollups(
  db: Queries,
  checkId: string,
  segments: readonly Segment[],
  level: keyof typeof ROLLUP_TABLES,
): Promise<RollupRow[]> {
  const [from, to] = boundsOf(segments, level);
  if (from.length === 0) return [];
  const { rows } = await db.query<{
    time_ms: number;
    passed: number;
    failed: number;
    duration: number;
    duration_max: number;
    buckets: string;
    counts: string;
  }>(
    `SELECT ${epochMs('s.created_at')} AS time_ms, s.passed, s.failed, s.duration, s.duration_max, s.latency_buckets::text AS buckets,
       s.latency_counts::text AS counts
     FROM unnest($2::timestamptz[], $3::timestamptz[]) AS r(from_time, to_time)
     JOIN ${ROLLUP_TABLES[level]} s ON s.check_id = $1 AND s.created_at >= r.from_time AND s.created_at < r.to_time
     ORDER BY s.created_at`,
    [checkId, from, to],
  );
  return rows.map((row) => ({
    timeMs: row.time_ms,
    passed: row.passed,
    failed: row.failed,
    sumMs: row.duration,
    maxMs: row.duration_max,
    buckets: parseNumbers(row.buckets),
    counts: parseNumbers(row.counts),
  }));
}

export interface Transition {
  timeMs: number;
  status: 'healthy' | 'unhealthy';
}

/** The newest transitions of a span, ascending. */
export async function readTransitions(db: Queries, checkId: string, span: TimeSpan, limit: number): Promise<Transition[]> {
  const { rows } = await db.query<{ time_ms: number; status: string }>(
    `SELECT ${epochMs('time')} AS time_ms, status FROM check_transitions
     WHERE check_id = $1 AND time >= $2 AND time < $3 ORDER BY time DESC LIMIT $4`,
    [checkId, new Date(span.fromMs), new Date(span.toMs), limit],
  );
  return rows.reverse().map((row) => ({ timeMs: row.time_ms, status: row.status === 'healthy' ? 'healthy' : 'unhealthy' }));
}

/** Costly failures in a row of the check's canary, once they slow it down; otherwise 0. */
export async function readSlowedAfter(db: Queries, checkId: string): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    `SELECT s.costly_failures AS failures FROM check_definitions d JOIN canary_schedules s ON s.canary_id = d.canary_id
     WHERE d.id = $1 AND s.costly_failures >= $2`,
    [checkId, SLOW_AFTER],
  );
  return rows[0]?.failures ?? 0;
}

export async function checkExists(db: Queries, checkId: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT 1 FROM check_definitions WHERE id = $1`, [checkId]);
  return rowCount > 0;
}
