import { Cron } from 'croner';
import type { CanarySpec, Schedule } from '../checks/model.ts';
import { parseGoDuration } from '../values/duration.ts';

const NEVER_ABSENT: Schedule = { kind: 'never', reason: 'absent' };
const SHORTHANDS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
/** Largest value of minute, hour, day, month and weekday. */
const LARGEST = [59, 23, 31, 12, 6];
const CRON_FIELD = /^[\d*?,/A-Z-]+$/i;

/** A schedule, or why the text is none. */
export type ScheduleParse = { schedule: Schedule; problem?: string };

function unusable(problem: string): ScheduleParse {
  return { schedule: { kind: 'never', reason: 'invalid' }, problem };
}

/** A field as the calendar reads it: `?` is `*`, and `5/15` begins at 5 and goes on to the end. */
function plainField(field: string, index: number): string {
  return field
    .replaceAll('?', '*')
    .split(',')
    .map((part) => part.replace(/^([\dA-Z]+)\/(?=\d)/i, `$1-${LARGEST[index] ?? ''}/`))
    .join(',');
}

function openCron(expression: string, timeZone: string | undefined): Cron {
  return new Cron(expression, { paused: true, mode: '5-part', ...(timeZone === undefined ? {} : { timezone: timeZone }) });
}

function parseEvery(text: string): ScheduleParse {
  const amount = text.slice('@every'.length).trim();
  const ms = parseGoDuration(amount);
  if (ms === undefined) return unusable(`"${amount}" is not a duration such as 30s, 5m or 1h30m`);
  if (ms <= 0) return unusable('@every needs a duration above zero');
  return { schedule: { kind: 'every', intervalMs: Math.max(1000, Math.floor(ms / 1000) * 1000) } };
}

function parseCron(text: string): ScheduleParse {
  const zoned = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(text);
  const timeZone = zoned?.[1];
  const fields = (zoned?.[2] ?? text).trim().split(/\s+/);
  if (fields.length !== 5)
    return unusable(`expected five cron fields or @every with a duration, found ${fields.length} in "${text}"`);
  const wrong = fields.find((field) => !CRON_FIELD.test(field));
  if (wrong !== undefined) return unusable(`"${wrong}" is not a cron field`);
  const expression = fields.map(plainField).join(' ');
  try {
    if (openCron(expression, timeZone).nextRun() === null) return unusable(`"${text}" never comes`);
  } catch (error) {
    return unusable(error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error));
  }
  return { schedule: { kind: 'cron', expression, ...(timeZone === undefined ? {} : { timeZone }) } };
}

/**
 * Reads a schedule text: five cron fields (optionally after `CRON_TZ=zone`), `@every <Go duration>`, `@hourly` and relatives, or `@never`.
 * Empty text is "no schedule". Source: health-checks §1.2.
 */
export function parseSchedule(text: string): ScheduleParse {
  const trimmed = text.trim();
  if (trimmed === '') return { schedule: NEVER_ABSENT };
  if (trimmed.length > 200) return unusable('the text is too long');
  if (trimmed === '@never') return { schedule: { kind: 'never', reason: 'never' } };
  if (/^@every(\s|$)/.test(trimmed)) return parseEvery(trimmed);
  if (trimmed.startsWith('@')) {
    const expression = SHORTHANDS[trimmed];
    return expression === undefined
      ? unusable(`"${trimmed}" is not known; use @every, @hourly, @daily, @weekly, @monthly, @yearly or @never`)
      : { schedule: { kind: 'cron', expression } };
  }
  return parseCron(trimmed);
}

/** The schedule of a whole canary: suspension first, then `schedule`, then `interval`. Source: health-checks §1.2, §1.3. */
export function canarySchedule(spec: CanarySpec, annotations: Readonly<Record<string, string>>): ScheduleParse {
  const parsed =
    typeof spec.schedule === 'string' && spec.schedule.trim() !== ''
      ? parseSchedule(spec.schedule)
      : parseInterval(spec.interval);
  if (spec.replicas === 0 || annotations.suspend === 'true')
    return { ...parsed, schedule: { kind: 'never', reason: 'suspended' } };
  return parsed;
}

function parseInterval(seconds: unknown): ScheduleParse {
  if (seconds === undefined || seconds === 0) return { schedule: NEVER_ABSENT };
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
    return unusable('interval must be a number of seconds');
  return { schedule: { kind: 'every', intervalMs: Math.max(1, Math.round(seconds)) * 1000 } };
}

/** The first run strictly after `after`; undefined when there is none. Cron without a zone counts in the local time of the process. */
export function nextRun(schedule: Schedule, after: Date): Date | undefined {
  switch (schedule.kind) {
    case 'never':
      return undefined;
    case 'every':
      return new Date(Math.floor(after.getTime() / 1000) * 1000 + schedule.intervalMs);
    case 'cron':
      return openCron(schedule.expression, schedule.timeZone).nextRun(after) ?? undefined;
  }
}
