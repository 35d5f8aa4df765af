import { latencyBucket, sketchPercentile } from '@quarterdeck/contract/health';

/** Sums results and whole roll-up rows; percentiles are exact while only results were added, within 1 % afterwards. */
export class Accumulator {
  passed = 0;
  failed = 0;
  private sumMs = 0;
  private maxMs: number | null = null;
  private durations: number[] | undefined = [];
  private readonly counts = new Map<number, number>();

  addResult(passed: boolean, durationMs: number): void {
    if (passed) this.passed += 1;
    else this.failed += 1;
    this.addDurations(durationMs, durationMs);
    const bucket = latencyBucket(durationMs);
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + 1);
    this.durations?.push(durationMs);
  }

  addRollup(row: {
    passed: number;
    failed: number;
    sumMs: number;
    maxMs: number;
    buckets: readonly number[];
    counts: readonly number[];
  }): void {
    this.passed += row.passed;
    this.failed += row.failed;
    this.addDurations(row.sumMs, row.maxMs);
    this.durations = undefined;
    for (const [index, bucket] of row.buckets.entries()) {
      this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + (row.counts[index] ?? 0));
    }
  }

  get total(): number {
    return this.passed + this.failed;
  }

  /** Milliseconds; null when there is no result. */
  get averageMs(): number | null {
    return this.total === 0 ? null : this.sumMs / this.total;
  }

  get longestMs(): number | null {
    return this.maxMs;
  }

  /** Nearest-rank percentiles in milliseconds for shares from 0 to 1, in the order asked; null when there is no result. */
  percentiles(shares: readonly number[]): (number | null)[] {
    if (this.total === 0) return shares.map(() => null);
    if (this.durations !== undefined) {
      const sorted = this.durations.sort((a, b) => a - b);
      return shares.map((share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null);
    }
    const buckets = [...this.counts.keys()].sort((a, b) => a - b);
    const sketch = { buckets, counts: buckets.map((bucket) => this.counts.get(bucket) ?? 0) };
    return shares.map((share) => roundMs(sketchPercentile(sketch, share)));
  }

  private addDurations(sumMs: number, maxMs: number): void {
    this.sumMs += sumMs;
    this.maxMs = Math.max(this.maxMs ?? 0, maxMs);
  }
}

function roundMs(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}
