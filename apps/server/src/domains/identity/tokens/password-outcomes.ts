import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { BoundedMap } from './bounded-map.ts';

/** How long the outcome of one comparison counts. Source: automation-and-access §5.1. */
const RIGHT_MS = 30 * 60_000;
const WRONG_MS = 60_000;
const OUTCOMES_MOST = 10_000;

interface Remembered<Outcome> {
  readonly outcome: Outcome;
  readonly untilMs: number;
}

/** Answers what became of a proof, as `judge` said a while ago or says now. */
export type PasswordOutcomes<Outcome> = (proof: readonly (string | null)[], judge: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Remembers what became of passwords, which are costly to compare, by a keyed hash of the proof. Requests that come together share one
 * comparison, which counts as one attempt.
 */
export function createPasswordOutcomes<Outcome>(
  clock: Pick<Clock, 'now'>,
  isRight: (outcome: Outcome) => boolean,
): PasswordOutcomes<Outcome> {
  const known = new BoundedMap<Remembered<Outcome>>(OUTCOMES_MOST);
  const judging = new Map<string, Promise<Outcome>>();
  const hashKey = randomBytes(32);

  async function judgeAnew(key: string, judge: () => Promise<Outcome>): Promise<Outcome> {
    try {
      const outcome = await judge();
      known.set(key, { outcome, untilMs: clock.now().getTime() + (isRight(outcome) ? RIGHT_MS : WRONG_MS) });
      return outcome;
    } finally {
      judging.delete(key);
    }
  }

  return async (proof, judge) => {
    const key = createHmac('sha256', hashKey).update(JSON.stringify(proof)).digest('base64url');
    const before = known.get(key);
    if (before !== undefined && before.untilMs > clock.now().getTime()) return before.outcome;
    const present = judging.get(key);
    if (present !== undefined) return present;
    const judged = judgeAnew(key, judge);
    judging.set(key, judged);
    return judged;
  };
}
