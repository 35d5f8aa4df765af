import { LAST_RUN_SHOWN_AFTER_MS, TRANSITION_SHOWN_FROM_MS, TRANSITION_SHOWN_TO_MS } from '@quarterdeck/contract/health';
import { formatSpan } from '@quarterdeck/ui';

const HOUR_MS = 60 * 60_000;

/** Age of a transition, shown only between 1 hour and 7 days; otherwise undefined. Source: spec 1 §2. */
export function transitionAge(transitionMs: number | undefined, nowMs: number): string | undefined {
  if (transitionMs === undefined) return undefined;
  const ageMs = nowMs - transitionMs;
  return ageMs >= TRANSITION_SHOWN_FROM_MS && ageMs <= TRANSITION_SHOWN_TO_MS ? formatSpan(ageMs) : undefined;
}

/** Age of a last run that is older than 1 hour, in whole hours or days; otherwise undefined. Source: spec 1 §2. */
export function lateRunAge(lastRunMs: number | undefined, nowMs: number): string | undefined {
  if (lastRunMs === undefined) return undefined;
  const ageMs = nowMs - lastRunMs;
  if (ageMs <= LAST_RUN_SHOWN_AFTER_MS) return undefined;
  const hours = Math.floor(ageMs / HOUR_MS);
  return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}
