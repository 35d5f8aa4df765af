import type { CheckStats } from '@quarterdeck/contract/health';
import type { Queries } from '../environment.ts';
import { collectSpan } from './collect-span.ts';
import { DAY_MS, HOUR_MS } from './segments.ts';
import { type RawResult, type Retention, readSlowedAfter, readTransitions, type Transition } from './stats-store.ts';
import type { TimeSpan } from './time-span.ts';

const MAX_TRANSITIONS = 200;
/** Longest span whose buckets come from raw results. */
const RAW_UP_TO_MS = DAY_MS;
const MINUTE_MS = 60_000;

/** Width of a chart's buckets by length of the span: at most about 400 buckets, never finer than what is read. */
const WIDTHS: readonly [upToMs: number, widthMs: number][] = [
  [2 * HOUR_MS, MINUTE_MS],
  [6 * HOUR_MS, 5 * MINUTE_MS],
  [DAY_MS, 15 * MINUTE_MS],
  [8 * DAY_MS, HOUR_MS],
  [62 * DAY_MS, 4 * HOUR_MS],
  [400 * DAY_MS, DAY_MS],
];

export function bucketWidthMs(spanMs: number): number {
  return WIDTHS.find(([upToMs]) => spanMs <= upToMs)?.[1] ?? 7 * DAY_MS;
}

function transitionsOf(results: readonly RawResult[]): Transition[] {
  return results.flatMap((result, index): Transition[] => {
    const before = results[index - 1];
    if (before === undefined || before.passed === result.passed) return [];
    return [{ timeMs: result.timeMs, status: result.passed ? 'healthy' : 'unhealthy' }];
  });
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Figures of one check for any span: exact counts, percentiles exact from raw results and within 1 % from roll-ups. */
export async function checkStats(
  db: Queries,
  checkId: string,
  span: TimeSpan,
  options: { nowMs: number; retention: Retention },
): Promise<CheckStats> {
  const spanMs = span.toMs - span.fromMs;
  const widthMs = bucketWidthMs(spanMs);
  const [collected, recorded, slowedAfter] = await Promise.all([
    collectSpan(db, {
      checkId,
      span,
      ...options,
      rawUpToMs: RAW_UP_TO_MS,
      dailyFirst: widthMs >= DAY_MS,
      bucketOf: (timeMs) => Math.floor(timeMs / widthMs) * widthMs,
    }),
    readTransitions(db, checkId, span, MAX_TRANSITIONS),
    readSlowedAfter(db, checkId),
  ]);
  const { total, segments } = collected;
  const [p50 = null, p95 = null, p97 = null, p99 = null] = total.percentiles([0.5, 0.95, 0.97, 0.99]);
  const transitions = recorded.length > 0 ? recorded : transitionsOf(collected.raw).slice(-MAX_TRANSITIONS);
  const fromOf = (level: string) => segments.find((segment) => segment.level === level)?.fromMs;
  const sourceOf = (level: string) => {
    const fromMs = fromOf(level);
    return fromMs === undefined ? null : isoOf(fromMs);
  };
  return {
    range: { from: isoOf(segments[0]?.fromMs ?? span.fromMs), to: isoOf(span.toMs) },
    as_of: isoOf(options.nowMs),
    uptime: { passed: total.passed, failed: total.failed },
    latency: { p50, p95, p97, p99, avg: total.averageMs, max: total.longestMs },
    bucket_seconds: widthMs / 1000,
    buckets: collected.buckets.map(([timeMs, bucket]) => {
      const [half = null, most = null] = bucket.percentiles([0.5, 0.95]);
      return {
        time: isoOf(timeMs),
        passed: bucket.passed,
        failed: bucket.failed,
        p50: half,
        p95: most,
        avg: bucket.averageMs,
        max: bucket.longestMs,
      };
    }),
    transitions: transitions.map((transition) => ({ time: isoOf(transition.timeMs), status: transition.status })),
    source: { raw_from: sourceOf('raw'), hourly_from: sourceOf('1h'), daily_from: sourceOf('1d') },
    slowed_after: slowedAfter,
  };
}
