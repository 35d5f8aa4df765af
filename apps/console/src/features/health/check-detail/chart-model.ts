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

/** Buckets further apart than this many of their widths have a gap between them. */
const GAP_WIDTHS = 3;

function stateOf(bucket: { passed: number; failed: number }): StateSpan['state'] {
  if (bucket.failed === 0) return 'healthy';
  return bucket.passed === 0 ? 'unhealthy' : 'mixed';
}

function spansOf(stats: CheckStats, toMs: number): StateSpan[] {
  const spans: StateSpan[] = [];
  const widthMs = stats.bucket_seconds * 1000;
  for (const [index, bucket] of stats.buckets.entries()) {
    const fromMs = Date.parse(bucket.time);
    const next = stats.buckets[index + 1];
    const nextMs = next === undefined ? Math.min(toMs, fromMs + GAP_WIDTHS * widthMs) : Date.parse(next.time);
    const endMs = nextMs - fromMs > GAP_WIDTHS * widthMs ? fromMs + widthMs : nextMs;
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
  const widthMs = stats.bucket_seconds * 1000;
  const times: number[] = [];
  const p95: (number | null)[] = [];
  const p50: (number | null)[] = [];
  for (const bucket of stats.buckets) {
    const timeMs = Date.parse(bucket.time);
    const beforeMs = times.at(-1);
    if (beforeMs !== undefined && timeMs - beforeMs > GAP_WIDTHS * widthMs) {
      times.push(beforeMs + widthMs);
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
