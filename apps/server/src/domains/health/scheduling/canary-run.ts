import type { CheckResult } from '@quarterdeck/integrations/run';
import type { CanaryCheck } from '@quarterdeck/integrations/spec';
import type { HealthClock, HealthDatabase, HealthLog } from '../environment.ts';
import { type CollectedResult, collectResults } from '../results/collect-results.ts';
import { microsecondsOf } from '../results/microseconds.ts';
import { endVanishedChecks } from '../results/transformed-checks.ts';
import { checkKey, type LoadedCanary } from './canary-cache.ts';
import type { NextRuntime } from './slow-down.ts';

/** Runs checks of one canary in order; every failure is a result. */
export type ExecuteChecks = (
  canary: LoadedCanary,
  checks: readonly CanaryCheck[],
  signal: AbortSignal,
) => Promise<readonly CheckResult[]>;

export interface CanaryRunOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
  execute: ExecuteChecks;
  /** Measures the results that have a stored check; answers them, failed where a metric of theirs was refused. */
  measure(canary: LoadedCanary, collected: readonly CollectedResult[]): CollectedResult[];
  /** Relates checks to components and configuration items. */
  relate(canary: LoadedCanary, collected: readonly CollectedResult[]): Promise<void>;
}

function countMade(results: readonly CheckResult[]): number {
  return new Set(results.filter((result) => result.transformed).map((result) => checkKey(result.type, result.name))).size;
}

async function endVanished(
  options: CanaryRunOptions,
  canary: LoadedCanary,
  collected: readonly CollectedResult[],
): Promise<void> {
  const present = collected.map((entry) => entry.checkId);
  try {
    await endVanishedChecks(options.db, canary.id, present, microsecondsOf(options.clock.now()));
    canary.hasTransformedChecks = collected.some((entry) => entry.result.transformed);
  } catch (err) {
    options.log.warn({ err, canary: canary.id }, 'checks that vanished could not be ended; the next run tries again');
  }
}

/**
 * Runs checks of a canary and prepares what is to be stored.
 * @param checks all that are to run, in order
 * @param whole true when these are all checks of the canary that transform: then checks of transforms that did not come back end
 * @param nextRuntime asked after the checks ran
 */
export async function runCanaryChecks(
  options: CanaryRunOptions,
  canary: LoadedCanary,
  checks: readonly CanaryCheck[],
  run: { signal: AbortSignal; whole: boolean; nextRuntime: NextRuntime },
): Promise<CollectedResult[]> {
  const { db, log } = options;
  const results = await options.execute(canary, checks, run.signal);
  if (run.signal.aborted) return [];
  const collected = await collectResults(db, log, canary, results, run.nextRuntime(results));
  const isComplete = collected.filter((entry) => entry.result.transformed).length === countMade(results);
  if (run.whole && isComplete && canary.hasTransformedChecks && collected.length > 0)
    await endVanished(options, canary, collected);
  await options.relate(canary, collected);
  return options.measure(canary, collected);
}
