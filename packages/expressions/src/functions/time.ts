import { requireText, toInt, toText } from '../coerce.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { kindOf } from '../values.ts';
import { parseGoTime } from './go-time-layout.ts';
import { localZone, offsetMinutesAt } from './time-zone.ts';

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,12}))?([Zz]|[+-]\d{2}:\d{2})$/;
const LOOSE_LAYOUTS = [
  '2006-01-02T15:04:05',
  '2006-01-02 15:04:05',
  '2006-01-02 15:04:05 MST',
  '2006-01-02 15:04:05 -0700 MST',
  '2006-01-02',
];

/** RFC 3339 text, unix seconds or a time → time. Precision is a millisecond. */
export function timestampOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === 'bigint') return checkedDate(Number(value) * 1000, String(value));
  const text = requireText(value, 'timestamp');
  const match = RFC3339.exec(text);
  if (match === null) throw new EvaluationFault(`timestamp: ${JSON.stringify(text.slice(0, 60))} is no RFC 3339 time`);
  const millis = (match[7] ?? '').slice(0, 3).padEnd(3, '0');
  const [, year, month, day, hour, minute, second] = match;
  return checkedDate(
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${match[8]?.toUpperCase() ?? 'Z'}`),
    text,
  );
}

function checkedDate(millis: number, text: string): Date {
  if (millis >= -62_135_596_800_000 && millis <= 253_402_300_799_999) return new Date(millis);
  throw new EvaluationFault(`timestamp: ${JSON.stringify(text.slice(0, 60))} is out of range`);
}

/** Time of a date, an RFC 3339 text or one of the common forms without zone (UTC). */
export function timeOf(value: unknown): Date {
  if (value instanceof Date) return value;
  const text = requireText(value, 'time');
  if (RFC3339.test(text)) return timestampOf(text);
  for (const layout of LOOSE_LAYOUTS) {
    try {
      return parseGoTime(layout, text);
    } catch {
      // The next layout may fit.
    }
  }
  throw new EvaluationFault(`cannot parse ${JSON.stringify(text.slice(0, 60))} as a time`);
}

export function now(): Date {
  return new Date();
}

export function since(value: unknown): Duration {
  return Duration.fromMillis(Date.now() - timeOf(value).getTime());
}

export function until(value: unknown): Duration {
  return Duration.fromMillis(timeOf(value).getTime() - Date.now());
}

/** Duration of a Go duration text (units d, w, y included), a duration, or a number of nanoseconds. */
export function durationOf(value: unknown): Duration {
  const duration = asDuration(value);
  if (duration !== undefined) return duration;
  if (typeof value === 'bigint' || typeof value === 'number') return new Duration(toInt(value, 'duration'));
  const text = requireText(value, 'duration');
  try {
    return Duration.parse(text);
  } catch {
    throw new EvaluationFault(`invalid duration ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** `n` units as a duration. */
export function span(value: unknown, unitNanos: bigint): Duration {
  return new Duration(toInt(value, 'duration') * unitNanos);
}

export function fromUnix(value: unknown): Date {
  if (typeof value === 'string' && value.includes('.')) return checkedDate(Math.round(Number(value) * 1000), value);
  return checkedDate(Number(toInt(value, 'time.Unix')) * 1000, toText(value));
}

/** RFC 3339 with as many fraction digits as needed: how CEL turns a timestamp into a text. */
export function timestampText(time: Date): string {
  return time.toISOString().replace(/\.?0*Z$/, 'Z');
}

export function zoneName(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** Seconds east of UTC of the process's zone. */
export function zoneOffset(): bigint {
  return BigInt(offsetMinutesAt(localZone(), new Date()) * 60);
}

export function parseLocal(layout: string, text: string): Date {
  return parseGoTime(layout, text, localZone());
}

export function inTimeRange(value: unknown, from: string, to: string): boolean {
  const time = timeOf(value);
  const second = time.getUTCHours() * 3600 + time.getUTCMinutes() * 60 + time.getUTCSeconds();
  return second >= secondOfDay(from) && second <= secondOfDay(to);
}

function secondOfDay(text: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (match === null)
    throw new EvaluationFault(`cannot parse ${JSON.stringify(text.slice(0, 20))} as a time of day (${kindOf(text)})`);
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}
