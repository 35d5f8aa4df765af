import type { CheckDetail } from '@quarterdeck/contract/health';
import { formatSpan, formatUtc, formatUtcClock } from '@quarterdeck/ui';
import type { CheckSituation } from './check-state.ts';

export interface Cause {
  readonly tone: 'unhealthy' | 'warning' | undefined;
  readonly headline: string;
  /** Goes on after the headline, in plain weight. */
  readonly rest: string;
}

function since(time: string, nowMs: number): string {
  const isToday = new Date(time).toISOString().slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10);
  return isToday ? `${formatUtcClock(time)} UTC` : formatUtc(time, nowMs);
}

type CauseInput = Pick<CheckDetail, 'status' | 'last_transition_time' | 'last_runtime' | 'next_runtime' | 'deleted_at'>;

/** The sentence at the top of the panel; undefined when there is nothing to say about a healthy, current check. */
export function causeOf(check: CauseInput, situation: CheckSituation, nowMs: number): Cause | undefined {
  const ago = (time: string) => formatSpan(nowMs - Date.parse(time));
  if (situation === 'deleted' && check.deleted_at !== null) {
    return { tone: undefined, headline: `Deleted ${ago(check.deleted_at)} ago`, rest: ', the values below are its last ones' };
  }
  if (situation === 'suspended') {
    const last = check.last_runtime;
    return {
      tone: undefined,
      headline: 'Suspended',
      rest: last === null ? ', it never ran' : `, the values below are from its last run ${ago(last)} ago`,
    };
  }
  if (situation === 'never-ran') {
    const next = check.next_runtime;
    if (next === null)
      return { tone: undefined, headline: 'Never ran', rest: ', it has no next run. Run Now gives a first result' };
    const dueMs = Date.parse(next) - nowMs;
    return {
      tone: undefined,
      headline: 'Never ran',
      rest: dueMs > 0 ? `, the first run is due in ${formatSpan(dueMs)}` : ', the first run is due now',
    };
  }
  if (situation === 'late' && check.last_runtime !== null && check.next_runtime !== null) {
    return {
      tone: 'warning',
      headline: `No result for ${ago(check.last_runtime)}`,
      rest: `, the next run was due ${ago(check.next_runtime)} ago`,
    };
  }
  if (check.status !== 'unhealthy') return undefined;
  const changed = check.last_transition_time;
  if (changed === null) return { tone: 'unhealthy', headline: 'Unhealthy', rest: ' since its first result' };
  return { tone: 'unhealthy', headline: `Unhealthy for ${ago(changed)}`, rest: `, since ${since(changed, nowMs)}` };
}
