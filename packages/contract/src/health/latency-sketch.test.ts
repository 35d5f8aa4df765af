import { describe, expect, it } from 'vitest';
import { latencyBucket, latencyOfBucket, mergeSketches, sketchOf, sketchPercentile } from './latency-sketch.ts';

/** Nearest-rank percentile of plain numbers: what the sketch is measured against. */
function exactPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Deterministic numbers in [0, 1). */
function* randomNumbers(seed: number): Generator<number> {
  let state = seed;
  while (true) {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

function durations(seed: number, count: number): number[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => Math.round(Math.exp((random.next().value ?? 0) * 11)));
}

describe('latency sketch', () => {
  it('keeps every duration up to 50 ms exactly', () => {
    for (let ms = 0; ms <= 50; ms++) expect(latencyOfBucket(latencyBucket(ms))).toBe(ms);
  });

  it('stands within one per cent of every longer duration up to an hour', () => {
    for (let ms = 51; ms < 3_600_000; ms = Math.ceil(ms * 1.003)) {
      expect(Math.abs(latencyOfBucket(latencyBucket(ms)) - ms) / ms).toBeLessThanOrEqual(0.01);
    }
  });

  it.each([0.5, 0.95, 0.97, 0.99])('answers percentile %f within one per cent of the exact one', (share) => {
    const values = durations(7, 20_000);

    const estimate = sketchPercentile(sketchOf(values), share) ?? 0;

    const exact = exactPercentile(values, share);
    expect(Math.abs(estimate - exact) / exact).toBeLessThanOrEqual(0.01);
  });

  it('merges to the sketch of all durations together', () => {
    const parts = [durations(1, 500), durations(2, 700), durations(3, 1)];

    expect(mergeSketches(parts.map(sketchOf))).toEqual(sketchOf(parts.flat()));
  });

  it('has no percentile when it is empty', () => {
    expect(sketchPercentile(sketchOf([]), 0.99)).toBeUndefined();
  });
});
