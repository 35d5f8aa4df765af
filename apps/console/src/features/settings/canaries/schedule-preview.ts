import { nextRun, parseSchedule } from '@quarterdeck/integrations/spec';

const PREVIEW_RUNS = 3;

export type SchedulePreview =
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'never' }
  | { readonly kind: 'every'; readonly intervalMs: number }
  /** Wall-clock times of the server, or of the zone that the schedule names. */
  | { readonly kind: 'cron'; readonly runs: readonly Date[]; readonly timeZone: string | undefined };

/** What a schedule text means: the next three runs after `now`, or why there are none. */
export function previewSchedule(text: string, now: Date): SchedulePreview {
  const { schedule, problem } = parseSchedule(text);
  if (problem !== undefined) return { kind: 'problem', message: problem };
  if (schedule.kind === 'never') return { kind: text.trim() === '' ? 'none' : 'never' };
  if (schedule.kind === 'every') return { kind: 'every', intervalMs: schedule.intervalMs };
  const runs: Date[] = [];
  for (let after = now; runs.length < PREVIEW_RUNS; ) {
    const run = nextRun(schedule, after);
    if (run === undefined) break;
    runs.push(run);
    after = run;
  }
  return { kind: 'cron', runs, timeZone: schedule.timeZone };
}
