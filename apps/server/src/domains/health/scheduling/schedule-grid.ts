import { nextRun, type Schedule } from '@quarterdeck/integrations/spec';

const JITTER_SHARE = 0.09;
const MAX_JITTERED_INTERVAL_MS = 15 * 60_000;
/** Least time between the starts of two runs of one canary. Source: health-checks §5.1. */
export const MIN_GAP_MS = 10_000;
/** A timer may start a run this much before its time; the run after it is due all the same. */
const EARLY_MS = 100;
const MAX_TICKS_TRIED = 240;

/** A fixed number in [0, 1) for a canary: the same on every instance and at every start. */
export function fractionOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function nextEvery(intervalMs: number, afterMs: number, fraction: number): Date {
  const phaseMs = Math.floor(fraction * intervalMs);
  return new Date((Math.floor((afterMs - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs);
}

function nextCron(schedule: Schedule, after: Date, fraction: number): Date | undefined {
  let tick = nextRun(schedule, new Date(after.getTime() - JITTER_SHARE * MAX_JITTERED_INTERVAL_MS));
  for (let tried = 0; tick !== undefined && tried < MAX_TICKS_TRIED; tried++) {
    const following = nextRun(schedule, tick);
    const intervalMs = following === undefined ? 0 : following.getTime() - tick.getTime();
    const jitterMs = Math.floor(fraction * JITTER_SHARE * Math.min(intervalMs, MAX_JITTERED_INTERVAL_MS));
    const at = new Date(tick.getTime() + jitterMs);
    if (at > after) return at;
    tick = following;
  }
  return undefined;
}

/**
 * The first moment after `after` at which a canary is due.
 * `@every` has a grid of its own per canary, spread evenly over the interval; a cron tick is moved by up to 9 % of the time to the
 * tick after it (at most 81 s). Neither depends on when earlier runs happened, so nothing drifts.
 */
export function nextDue(schedule: Schedule, after: Date, canaryId: string, options: { jitter: boolean }): Date | undefined {
  const fraction = options.jitter ? fractionOf(canaryId) : 0;
  if (schedule.kind === 'every') return nextEvery(schedule.intervalMs, after.getTime(), fraction);
  return schedule.kind === 'cron' ? nextCron(schedule, after, fraction) : undefined;
}

/** The next due time after a run: never in the past, never within the least gap after the run's start. */
export function dueAfterRun(
  schedule: Schedule,
  run: { startedAt: Date; now: Date },
  canaryId: string,
  options: { jitter: boolean },
): Date | undefined {
  const earliestMs = Math.max(run.now.getTime(), run.startedAt.getTime() + MIN_GAP_MS - EARLY_MS);
  return nextDue(schedule, new Date(earliestMs), canaryId, options);
}
