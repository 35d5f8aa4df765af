import type { CheckStats, CheckStatus } from '@quarterdeck/contract/health';

export interface StateSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly state: CheckStatus | 'mixed';
}

export interface ChartModel {
  readonly fromMs: number;
  readonly toMs: number;
  /** Epoch milliseconds, ascending. */
  readonly times: readonly number[];
  /** Milliseconds; null breaks the line where results are missing. */
  readonly p95: readonly (number | null)[];
  readonly p50: readonly (number | null)[];
  readonly spans: readonly StateSpan[];
  readonly transitions: readonly { readonly timeMs: number; readonly status: CheckStatus }[];
  readonly limitMs: number | undefined;
}

/** Results further apart than this many of their usual distances have a gap between them. */
const GAP_STEPS = 3;
/** From so many distances on, the usual one is told by the results. */
const DISTANCES_TO_JUDGE = 3;

/** Usual distance of the buckets with results, in milliseconds: a check may run less often than a bucket is wide. */
function stepOf({ buckets, bucket_seconds }: CheckStats): number {
  const times = buckets.map(({ time }) => Date.parse(time));
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  if (distances.length < DISTANCES_TO_JUDGE) return bucket_seconds * 1000;
  distances.sort((a, b) => a - b);
  return Math.max(bucket_seconds * 1000, distances[distances.length >> 1] ?? 0);
}

function stateOf(bucket: { passed: number; failed: number }): StateSpan['state'] {
  if (bucket.failed === 0) return 'healthy';
  return bucket.passed === 0 ? 'unhealthy' : 'mixed';
}

function spansOf(stats: CheckStats, toMs: number): StateSpan[] {
  const spans: StateSpan[] = [];
  const stepMs = stepOf(stats);
  for (const [index, bucket] of stats.buckets.entries()) {
    const fromMs = Date.parse(bucket.time);
    const next = stats.buckets[index + 1];
    const nextMs = next === undefined ? Math.min(toMs, fromMs + GAP_STEPS * stepMs) : Date.parse(next.time);
    const endMs = nextMs - fromMs > GAP_STEPS * stepMs ? fromMs + stepMs : nextMs;
    const last = spans.at(-1);
    const state = stateOf(bucket);
    if (last !== undefined && last.state === state && last.toMs === fromMs) spans[spans.length - 1] = { ...last, toMs: endMs };
    else spans.push({ fromMs, toMs: endMs, state });
  }
  return spans;
}

/** What the chart draws, from the figures of one range. */
export function chartModel(stats: CheckStats, limitMs: number | undefined): ChartModel {
  const toMs = Date.parse(stats.range.to);
  const stepMs = stepOf(stats);
  const times: number[] = [];
  const p95: (number | null)[] = [];
  const p50: (number | null)[] = [];
  for (const bucket of stats.buckets) {
    const timeMs = Date.parse(bucket.time);
    const beforeMs = times.at(-1);
    if (beforeMs !== undefined && timeMs - beforeMs > GAP_STEPS * stepMs) {
      times.push(beforeMs + stepMs);
      p95.push(null);
      p50.push(null);
    }
    times.push(timeMs);
    p95.push(bucket.p95);
    p50.push(bucket.p50);
  }
  return {
    fromMs: Date.parse(stats.range.from),
    toMs,
    times,
    p95,
    p50,
    spans: spansOf(stats, toMs),
    transitions: stats.transitions.map(({ time, status }) => ({ timeMs: Date.parse(time), status })),
    limitMs,
  };
}
