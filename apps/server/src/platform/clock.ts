import { setTimeout as sleepFor } from 'node:timers/promises';

/** Cancels what was scheduled; harmless when it already ran. */
export type Cancel = () => void;

/** Time, injected everywhere so that tests drive it. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go back; only differences mean anything. */
  monotonicMs(): number;
  setTimeout(work: () => void, ms: number): Cancel;
  /** Resolves after the time, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay a timer of Node can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  setTimeout(work, ms) {
    const timer = setTimeout(work, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
  async sleep(ms, signal) {
    try {
      await sleepFor(Math.min(ms, LONGEST_TIMER_MS), undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};
