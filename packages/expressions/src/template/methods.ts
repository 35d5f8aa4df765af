import { toText } from '../coerce.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { formatGoTime } from '../functions/go-time-layout.ts';
import { LONG_DAYS, LONG_MONTHS } from '../functions/go-time-names.ts';
import { typeName } from '../go-verbs.ts';

type Method<Receiver> = (receiver: Receiver, ...args: unknown[]) => unknown;

const NANOS_PER_HOUR = 3_600_000_000_000;

const DURATION_METHODS: ReadonlyMap<string, Method<Duration>> = new Map<string, Method<Duration>>([
  ['Hours', (duration) => Number(duration.nanos) / NANOS_PER_HOUR],
  ['Minutes', (duration) => Number(duration.nanos) / 6e10],
  ['Seconds', (duration) => Number(duration.nanos) / 1e9],
  ['Milliseconds', (duration) => duration.nanos / 1_000_000n],
  ['Microseconds', (duration) => duration.nanos / 1_000n],
  ['Nanoseconds', (duration) => duration.nanos],
  ['String', (duration) => duration.toString()],
]);

const DAY_MS = 86_400_000;

const TIME_METHODS: ReadonlyMap<string, Method<Date>> = new Map<string, Method<Date>>([
  ['Format', (time, layout) => formatGoTime(time, toText(layout))],
  ['Unix', (time) => BigInt(Math.floor(time.getTime() / 1000))],
  ['UnixMilli', (time) => BigInt(time.getTime())],
  ['UnixNano', (time) => BigInt(time.getTime()) * 1_000_000n],
  ['Year', (time) => BigInt(time.getUTCFullYear())],
  ['Month', (time) => LONG_MONTHS[time.getUTCMonth()]],
  ['Day', (time) => BigInt(time.getUTCDate())],
  ['Hour', (time) => BigInt(time.getUTCHours())],
  ['Minute', (time) => BigInt(time.getUTCMinutes())],
  ['Second', (time) => BigInt(time.getUTCSeconds())],
  ['Nanosecond', (time) => BigInt(time.getUTCMilliseconds()) * 1_000_000n],
  ['Weekday', (time) => LONG_DAYS[time.getUTCDay()]],
  ['YearDay', (time) => BigInt(Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / DAY_MS) + 1)],
  ['UTC', (time) => time],
  ['Local', (time) => time],
  ['String', (time) => formatGoTime(time, '2006-01-02 15:04:05.999999999 -0700 MST')],
  ['Add', (time, span) => new Date(time.getTime() + requireDuration(span).toMillis())],
  ['AddDate', addDate],
  ['Sub', (time, other) => Duration.fromMillis(time.getTime() - requireTime(other).getTime())],
  ['After', (time, other) => time.getTime() > requireTime(other).getTime()],
  ['Before', (time, other) => time.getTime() < requireTime(other).getTime()],
  ['Equal', (time, other) => time.getTime() === requireTime(other).getTime()],
  ['Truncate', (time, span) => truncate(time, requireDuration(span))],
]);

function addDate(time: Date, years: unknown, months: unknown, days: unknown): Date {
  const moved = new Date(time);
  moved.setUTCFullYear(
    time.getUTCFullYear() + Number(years),
    time.getUTCMonth() + Number(months),
    time.getUTCDate() + Number(days),
  );
  return moved;
}

function truncate(time: Date, span: Duration): Date {
  const spanMs = span.toMillis();
  return spanMs <= 0 ? time : new Date(Math.floor(time.getTime() / spanMs) * spanMs);
}

function requireDuration(value: unknown): Duration {
  const duration = typeof value === 'bigint' ? new Duration(value) : asDuration(value);
  if (duration === undefined) throw new EvaluationFault(`expected a duration, got ${typeName(value)}`);
  return duration;
}

function requireTime(value: unknown): Date {
  if (value instanceof Date) return value;
  throw new EvaluationFault(`expected a time, got ${typeName(value)}`);
}

/** Methods that Go's time.Time and time.Duration offer to templates. */
export function fieldOfObject(receiver: unknown, name: string, args: readonly unknown[]): unknown {
  if (receiver instanceof Date) {
    const method = TIME_METHODS.get(name);
    if (method !== undefined) return method(receiver, ...args);
  }
  const duration = asDuration(receiver);
  const method = duration === undefined ? undefined : DURATION_METHODS.get(name);
  if (duration !== undefined && method !== undefined) return method(duration, ...args);
  throw new EvaluationFault(`can't evaluate field ${name} in type ${typeName(receiver)}`);
}
