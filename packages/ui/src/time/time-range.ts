/** A span fixed in time, RFC 3339 in UTC. */
export interface AbsoluteRange {
  from: string;
  to: string;
}

/** A time range: relative to now (`3h`, `now-7d` style texts are the caller's) or absolute. */
export type TimeRange = { kind: 'relative'; value: string } | ({ kind: 'absolute' } & AbsoluteRange);

/** A quick choice: its value is what a relative range carries. */
export interface TimeRangePreset {
  value: string;
  label: string;
}

const unitNames: Record<string, string> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month', y: 'year' };
const spanPattern = /^(?:now-)?(\d{1,5})(s|m|h|d|w|mo|y)$/;

/** Reads `3h`, `now-3h`, `15m`, `2w`; undefined when it is none. Answers the short form: `3h`. */
export function parseRelative(text: string): string | undefined {
  const match = spanPattern.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  const count = Number(match[1]);
  return count > 0 ? `${count}${match[2]}` : undefined;
}

/** `Last 3 hours` for `3h` or `now-3h`; the text itself when it is not understood. */
export function relativeLabel(value: string): string {
  const match = spanPattern.exec(value);
  if (!match) return value;
  const count = Number(match[1]);
  const name = unitNames[match[2] ?? ''] ?? '';
  return count === 1 ? `Last ${name}` : `Last ${count} ${name}s`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 03:40` in UTC, as the fields of the picker show it. */
export function toFieldText(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/**
 * Reads `2026-11-21`, `2026-11-21 03:40` or `… 03:40:12` as UTC; a date alone is its start, or its end with `endOfDay`. With it, 23:59 is the
 * end of the day too: fields show no seconds.
 */
export function parseFieldText(text: string, endOfDay = false): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?(?:Z| UTC)?$/.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const isDayEnd = endOfDay && (hour === undefined || (hour === '23' && minute === '59' && second === undefined));
  const parts = isDayEnd ? [23, 59, 59] : [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const [h = 0, m = 0, s = 0] = parts;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), h, m, s);
  const date = new Date(ms);
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) && h < 24 && m < 60 && s < 60;
  return isReal ? date.toISOString().replace('.000Z', 'Z') : undefined;
}

/** `21 Nov 03:40 to 04:10` on one day, otherwise both dates; UTC. */
export function absoluteLabel({ from, to }: AbsoluteRange): string {
  const [fromDay = '', fromClock = ''] = toFieldText(from).split(' ');
  const [toDay = '', toClock = ''] = toFieldText(to).split(' ');
  if (!fromDay || !toDay) return 'Please select time range';
  return fromDay === toDay ? `${fromDay} ${fromClock} to ${toClock}` : `${fromDay} ${fromClock} to ${toDay} ${toClock}`;
}

/** Text of the closed picker. */
export function rangeLabel(range: TimeRange | null, presets: readonly TimeRangePreset[], placeholder: string): string {
  if (!range) return placeholder;
  if (range.kind === 'absolute') return absoluteLabel(range);
  return presets.find(({ value }) => value === range.value)?.label ?? relativeLabel(range.value);
}

/** A day of a month view: `2026-11-21`. */
export interface CalendarMonth {
  year: number;
  /** 0 to 11. */
  month: number;
  /** Weeks from Monday; null outside the month. */
  weeks: readonly (readonly (string | null)[])[];
}

/** The weeks of a month. */
export function calendarMonth(year: number, month: number): CalendarMonth {
  const first = new Date(Date.UTC(year, month, 1));
  const realYear = first.getUTCFullYear();
  const realMonth = first.getUTCMonth();
  const days = new Date(Date.UTC(realYear, realMonth + 1, 0)).getUTCDate();
  const lead = (first.getUTCDay() + 6) % 7;
  const cells: (string | null)[] = new Array<string | null>(lead).fill(null);
  for (let day = 1; day <= days; day += 1) cells.push(`${realYear}-${two(realMonth + 1)}-${two(day)}`);
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks: (string | null)[][] = [];
  for (let at = 0; at < cells.length; at += 7) weeks.push(cells.slice(at, at + 7));
  return { year: realYear, month: realMonth, weeks };
}
