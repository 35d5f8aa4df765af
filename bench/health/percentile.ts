/** Nearest-rank percentile of some numbers, `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Times a call again and again. @returns milliseconds of each call, without the warm-up */
export async function timeCalls(call: (round: number) => Promise<unknown>, rounds: number, warmUp = 3): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds + warmUp; round++) {
    const started = performance.now();
    await call(round);
    if (round >= warmUp) times.push(performance.now() - started);
  }
  return times;
}

export function describeTimes(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
}
