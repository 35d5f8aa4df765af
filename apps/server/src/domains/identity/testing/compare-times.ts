/** Measurements of each before their times may count as the same. */
const LEAST = 10;
const MOST = 60;

/**
 * Compares what two actions take, each measured by itself in milliseconds. They take turns until their shortest times are within `factor` of each
 * other: the shortest time is what the action needs, all others also hold what else the machine did. Actions that differ still do so at the end.
 * @returns how many times as long as the second the first one takes
 */
export async function compareTimes(first: () => Promise<number>, second: () => Promise<number>, factor: number): Promise<number> {
  let ratio = Number.NaN;
  let [shortest, other] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 1; run <= MOST; run++) {
    shortest = Math.min(shortest, await first());
    other = Math.min(other, await second());
    ratio = shortest / other;
    if (run >= LEAST && ratio < factor && ratio > 1 / factor) break;
  }
  return ratio;
}
