/**
 * A mergeable latency sketch: counts per logarithmic bucket, exact up to 50 ms and within 1 % above.
 * The SQL function `latency_bucket` computes the same buckets.
 */
const EXACT_MS = 50;
const GROWTH = 1.02;
const LOG_GROWTH = Math.log(GROWTH);
/** A duration on the edge of two buckets stays in the lower one, whatever the last digit of its logarithm. */
const ROUNDING = 1e-9;

export interface LatencySketch {
  /** Buckets that occur, ascending. */
  readonly buckets: readonly number[];
  /** Number of results in the bucket of the same position. */
  readonly counts: readonly number[];
}

/** Bucket of a duration in milliseconds. */
export function latencyBucket(ms: number): number {
  if (!(ms > 0)) return 0;
  if (ms <= EXACT_MS) return Math.round(ms);
  return EXACT_MS + Math.ceil(Math.log(ms / EXACT_MS) / LOG_GROWTH - ROUNDING);
}

/** Duration in milliseconds that stands for a bucket: its value up to 50 ms, its middle above. */
export function latencyOfBucket(bucket: number): number {
  if (bucket <= EXACT_MS) return bucket;
  const upper = EXACT_MS * GROWTH ** (bucket - EXACT_MS);
  return (2 * upper) / (1 + GROWTH);
}

export function sketchOf(durationsMs: Iterable<number>): LatencySketch {
  const counted = new Map<number, number>();
  for (const ms of durationsMs) {
    const bucket = latencyBucket(ms);
    counted.set(bucket, (counted.get(bucket) ?? 0) + 1);
  }
  return fromCounts(counted);
}

export function mergeSketches(sketches: Iterable<LatencySketch>): LatencySketch {
  const counted = new Map<number, number>();
  for (const sketch of sketches) {
    sketch.buckets.forEach((bucket, index) => {
      counted.set(bucket, (counted.get(bucket) ?? 0) + (sketch.counts[index] ?? 0));
    });
  }
  return fromCounts(counted);
}

/** Nearest-rank percentile in milliseconds, `share` from 0 to 1; undefined for an empty sketch. */
export function sketchPercentile(sketch: LatencySketch, share: number): number | undefined {
  const total = sketch.counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(share * total));
  let seen = 0;
  for (const [index, bucket] of sketch.buckets.entries()) {
    seen += sketch.counts[index] ?? 0;
    if (seen >= rank) return latencyOfBucket(bucket);
  }
  return undefined;
}

function fromCounts(counted: ReadonlyMap<number, number>): LatencySketch {
  const buckets = [...counted.keys()].sort((a, b) => a - b);
  return { buckets, counts: buckets.map((bucket) => counted.get(bucket) ?? 0) };
}
