import { type AddressPolicy, denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';
import { CheckGate, type ConcurrencyLimits, DEFAULT_CONCURRENCY } from './concurrency.ts';
import { DependencyRun } from './dependencies.ts';
import { combineResults } from './junit-mode.ts';
import type { Canary, CanaryCheck } from './model.ts';
import type { CheckContext, CheckResult } from './result.ts';
import { emptyResult, type RunServices, retireCheck, runCheck } from './run-check.ts';
import { runsBesideOthers } from './side-by-side.ts';

export interface CheckRunnerOptions {
  concurrency?: Partial<ConcurrencyLimits>;
  /** Sent by HTTP checks; `canary-checker/<version>` is what targets of the ecosystem expect. */
  userAgent?: string;
  /** Denies metadata addresses when absent. */
  addressPolicy?: AddressPolicy;
  /** Addresses by host name that win over every name service. */
  hosts?: Readonly<Record<string, string>>;
  /** Where Prometheus checks without an address send their queries. */
  prometheusUrl?: string;
}

export interface CheckRunner {
  /** Runs one check; the first result is the check itself, the others are made by its transform. Never rejects. */
  runCheck(canary: Canary, check: CanaryCheck, context: CheckContext): Promise<CheckResult[]>;
  /**
   * Runs the checks of a canary in their order, those that only look a few at a time, and after those that they depend on. Gives all results
   * in the order of the checks; applies the canary's result mode. Never rejects.
   */
  run(canary: Canary, checks: readonly CanaryCheck[], context: CheckContext): Promise<CheckResult[]>;
  /** Removes what the checks of a deleted canary keep outside between their runs; gives what went wrong by check. Never rejects. */
  retire(canary: Canary, checks: readonly CanaryCheck[], context: CheckContext): Promise<{ check: string; problem: string }[]>;
  /** Ends running checks and waits for them. */
  close(): Promise<void>;
}

/** Creates the runner that a process shares among all its canaries, with the limits on simultaneous checks. */
export function createCheckRunner(options: CheckRunnerOptions = {}): CheckRunner {
  const limits: ConcurrencyLimits = { ...DEFAULT_CONCURRENCY, ...options.concurrency };
  const services: RunServices = {
    gate: new CheckGate(limits),
    hosts: createHostLookup({
      policy: options.addressPolicy ?? denyNetworks(),
      ...(options.hosts === undefined ? {} : { hosts: options.hosts }),
    }),
    userAgent: options.userAgent ?? 'canary-checker/quarterdeck',
    prometheusUrl: options.prometheusUrl ?? '',
  };
  const running = new Set<{ controller: AbortController; done: Promise<unknown> }>();

  function tracked(canary: Canary, check: CanaryCheck, context: CheckContext): Promise<CheckResult[]> {
    const controller = new AbortController();
    const onAbort = () => controller.abort(context.signal.reason);
    if (context.signal.aborted) onAbort();
    context.signal.addEventListener('abort', onAbort, { once: true });
    const done = runCheck(canary, check, { ...context, signal: controller.signal }, services);
    const entry = { controller, done };
    running.add(entry);
    return done.finally(() => {
      context.signal.removeEventListener('abort', onAbort);
      running.delete(entry);
    });
  }

  async function runAfterOthers(
    canary: Canary,
    check: CanaryCheck,
    context: CheckContext,
    run: DependencyRun,
  ): Promise<CheckResult[]> {
    const problem = run.problemOf(check);
    if (problem !== undefined) {
      const result = emptyResult(canary, check, '', context.clock.now());
      return [{ ...result, pass: false, invalid: true, error: problem }];
    }
    const outputs = await run.outputsFor(check);
    return tracked(canary, check, { ...context, outputs, keepsData: run.isNeeded(check) });
  }

  async function run(canary: Canary, checks: readonly CanaryCheck[], context: CheckContext): Promise<CheckResult[]> {
    const results = new Map<CanaryCheck, CheckResult[]>();
    const run = new DependencyRun(checks);
    const underWay = new Set<Promise<void>>();
    const atMost = async (most: number) => {
      while (underWay.size > most) await Promise.race(underWay);
    };
    for (const check of run.sorted) {
      const isAlone = !runsBesideOthers(check);
      await atMost(isAlone ? 0 : limits.perCanary - 1);
      const done = runAfterOthers(canary, check, context, run);
      run.note(check, done);
      const end: Promise<void> = done.then((found) => {
        results.set(check, found);
        underWay.delete(end);
      });
      underWay.add(end);
      if (isAlone) await end;
    }
    await Promise.all(underWay);
    const all = checks.flatMap((check) => results.get(check) ?? []);
    return canary.spec.resultMode === 'junit' ? combineResults(all) : all;
  }

  return {
    runCheck: tracked,
    run,
    async retire(canary, checks, context) {
      const problems: { check: string; problem: string }[] = [];
      for (const check of checks) {
        const problem = await retireCheck(canary, check, context, services);
        if (problem !== undefined) problems.push({ check: check.name, problem });
      }
      return problems;
    },
    async close() {
      const entries = [...running];
      for (const { controller } of entries) controller.abort(new Error('the check runner is closed'));
      await Promise.allSettled(entries.map(({ done }) => done));
    },
  };
}
