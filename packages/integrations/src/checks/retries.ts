import { setTimeout as sleep } from 'node:timers/promises';
import { isPlainObject } from '../canary/plain-object.ts';
import { parseDuration } from '../values/duration.ts';
import type { CheckRetries } from './model.ts';
import type { CheckContext, CheckResult } from './result.ts';

const DEFAULT_INTERVAL_MS = 1000;
/** No attempt begins later after the first one, whatever the spec says, so that a canary comes to an end. */
const LONGEST_MS = 600_000;

/** Retries of one check, read. */
export interface RetryPolicy {
  delayMs: number;
  intervalMs: number;
  /** No attempt begins later after the first one. */
  timeoutMs: number;
  /** Attempts after the first one. */
  most: number;
}

const ONCE: RetryPolicy = { delayMs: 0, intervalMs: 0, timeoutMs: 0, most: 0 };

function given(retries: CheckRetries | undefined): CheckRetries {
  return Object.fromEntries(Object.entries(retries ?? {}).filter(([, value]) => value !== undefined && value !== ''));
}

/** The canary's retries, overridden field by field by those of the check. Source: health-checks §1.2, §2.1. */
export function retryPolicy(
  ofCanary: CheckRetries | undefined,
  ofCheck: CheckRetries | undefined,
): RetryPolicy | { problem: string } {
  if (ofCanary === undefined && ofCheck === undefined) return ONCE;
  const merged: CheckRetries = { ...given(ofCanary), ...given(ofCheck) };
  if (merged.disabled === true) return ONCE;
  const durations: Record<string, number> = {};
  for (const key of ['delay', 'timeout', 'interval'] as const) {
    const text = merged[key];
    if (text === undefined) continue;
    const ms = parseDuration(text);
    if (ms === undefined || ms < 0) return { problem: `${key} "${text}" is no duration such as 10s` };
    durations[key] = Math.min(ms, LONGEST_MS);
  }
  const { delay = 0, timeout, interval = DEFAULT_INTERVAL_MS } = durations;
  const isEndless = merged.maxRetries === undefined && (timeout ?? 0) > 0;
  if (isEndless && interval === 0) return { problem: 'the interval must be longer than 0 where only a timeout ends the retries' };
  const most = merged.maxRetries ?? (isEndless ? Number.POSITIVE_INFINITY : 0);
  return { delayMs: delay, intervalMs: interval, timeoutMs: timeout || LONGEST_MS, most };
}

/** A check that cannot be run as it is written does not get better by itself. */
function mayPassLater(results: readonly CheckResult[]): boolean {
  return results.some((result) => !result.pass) && !results.some((result) => result.invalid);
}

/** What expressions of later checks and the stored detail are told about more than one attempt. */
function tellAttempts(
  results: readonly CheckResult[],
  attempts: number,
  elapsedMs: number,
  errors: readonly string[],
): CheckResult[] {
  const retries = { attempts, retries: attempts - 1, elapsedMillis: Math.round(elapsedMs), errors };
  return results.map((result, index) => {
    if (index > 0) return result;
    const { detail } = result;
    const told = detail === undefined || detail === null ? { retries } : isPlainObject(detail) ? { ...detail, retries } : detail;
    return { ...result, detail: told, data: { ...result.data, retries } };
  });
}

/** Attempts until one passes, is invalid, or the policy or the context's signal ends them. The last attempt counts, with its own duration. */
export async function tryUntilPassed(
  policy: RetryPolicy,
  context: Pick<CheckContext, 'clock' | 'signal'>,
  attempt: () => Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  const wait = async (ms: number) => {
    if (ms > 0) await sleep(ms, undefined, { signal: context.signal }).catch(() => undefined);
  };
  await wait(policy.delayMs);
  const startMs = context.clock.monotonicMs();
  const elapsedMs = () => context.clock.monotonicMs() - startMs;
  const errors: string[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const results = await attempt();
    const isLast = !mayPassLater(results) || attempts > policy.most || elapsedMs() + policy.intervalMs > policy.timeoutMs;
    if (isLast || context.signal.aborted) return attempts === 1 ? results : tellAttempts(results, attempts, elapsedMs(), errors);
    errors.push(results.find((result) => !result.pass)?.error ?? '');
    await wait(policy.intervalMs);
    if (context.signal.aborted) return results;
  }
}
