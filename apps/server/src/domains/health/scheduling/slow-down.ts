import type { Schedule } from '@quarterdeck/integrations/spec';
import { dueAfterRun, nextDue } from './schedule-grid.ts';

/** A failure that takes this long held a place that other checks of its host or kind wait for. */
export const COSTLY_FROM_MS = 3_000;
/** Costly failures in a row after which a canary runs half as often; after twice as many a quarter as often. */
export const SLOW_AFTER = 5;
/** The most that a run is put off by, so that a recovery is seen soon. */
const MOST_EXTRA_MS = 5 * 60_000;

/** What counts of a result. */
interface Outcome {
  readonly pass: boolean;
  readonly invalid: boolean;
  readonly durationMs: number;
}

/** When a canary runs next, after these results. */
export type NextRuntime = (results: readonly Outcome[]) => Date | undefined;

/** Whether a run was of no use and dear: every check failed, each after seconds. A failure that comes at once costs nothing. */
export function isCostlyFailure(results: readonly Outcome[]): boolean {
  return (
    results.length > 0 && results.every(({ pass, invalid, durationMs }) => !pass && !invalid && durationMs >= COSTLY_FROM_MS)
  );
}

/** How much later than its schedule says a canary runs after costly failures in a row. */
export function extraWaitMs(failures: number, intervalMs: number): number {
  const factor = failures >= 2 * SLOW_AFTER ? 4 : failures >= SLOW_AFTER ? 2 : 1;
  return Math.min((factor - 1) * intervalMs, MOST_EXTRA_MS);
}

/** The next due time after a run, on the canary's own grid, put off after costly failures in a row. */
export function slowedDueAfterRun(
  schedule: Schedule,
  run: { startedAt: Date; now: Date; costlyFailures: number },
  canaryId: string,
  options: { jitter: boolean },
): Date | undefined {
  const due = dueAfterRun(schedule, run, canaryId, options);
  if (due === undefined) return undefined;
  const following = nextDue(schedule, due, canaryId, options);
  if (following === undefined) return due;
  const extraMs = extraWaitMs(run.costlyFailures, following.getTime() - due.getTime());
  // One millisecond less, so that a tick that falls on the end of the wait is taken.
  return extraMs === 0 ? due : nextDue(schedule, new Date(due.getTime() + extraMs - 1), canaryId, options);
}
