import type { Graph } from '@quarterdeck/contract/health';
import type { Queries } from '../environment.ts';
import { collectSpan } from './collect-span.ts';
import { DAY_MS, HOUR_MS } from './segments.ts';
import type { Retention } from './stats-store.ts';
import type { TimeSpan } from './time-span.ts';

const MINUTE_MS = 60_000;
const HOURLY_UP_TO_MS = 7 * DAY_MS;

/** Width of a bucket of the graph by length of the span. Source: health-checks §6.2. */
export function graphBucketMs(spanMs: number): number {
  if (spanMs <= 2 * HOUR_MS) return MINUTE_MS;
  if (spanMs <= DAY_MS) return 15 * MINUTE_MS;
  return spanMs <= HOURLY_UP_TO_MS ? HOUR_MS : 4 * HOUR_MS;
}

/** The graph of one check: buckets at the nearest multiple of their width, percentiles over the durations themselves. Source: health-checks §6.2. */
export async function checkGraph(
  db: Queries,
  checkId: string,
  span: TimeSpan,
  options: { nowMs: number; retention: Retention; runnerName: string },
): Promise<Graph> {
  const widthMs = graphBucketMs(span.toMs - span.fromMs);
  const { total, buckets } = await collectSpan(db, {
    checkId,
    span,
    nowMs: options.nowMs,
    retention: options.retention,
    rawUpToMs: HOURLY_UP_TO_MS,
    dailyFirst: false,
    bucketOf: (timeMs) => Math.floor((timeMs + widthMs / 2) / widthMs) * widthMs,
  });
  const [p50, p95, p97, p99] = total.percentiles([0.5, 0.95, 0.97, 0.99]);
  return {
    runnerName: options.runnerName,
    status:
      buckets.length === 0
        ? null
        : buckets.map(([timeMs, bucket]) => ({
            time: new Date(timeMs).toISOString(),
            ...(bucket.failed === 0 ? { status: true } : {}),
            duration: Math.floor(bucket.averageMs ?? 0),
            ...(bucket.passed > 0 ? { passed: bucket.passed } : {}),
            ...(bucket.failed > 0 ? { failed: bucket.failed } : {}),
          })),
    latency: { ...(total.total === 0 ? {} : { p50, p95, p97, p99 }), rolling1h: 0 },
    uptime: { passed: total.passed, failed: total.failed },
  };
}
