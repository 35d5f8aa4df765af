import { EvaluationFault } from '../expression-error.ts';
import { LONG_DAYS, LONG_MONTHS } from './go-time-names.ts';
import { zoneOffsetMinutes } from './time-zone.ts';

const ELEMENT =
  /January|Jan|Monday|Mon|MST|2006|Z07:00:00|Z070000|Z07:00|Z0700|Z07|-07:00:00|-070000|-07:00|-0700|-07|[.,](?:0+|9+)(?!\d)|__2|002|01|02|03|04|05|06|15|PM|pm|_2|1|2|3|4|5/g;

/** Names of Go's predefined layouts. */
export const GO_LAYOUTS: Readonly<Record<string, string>> = {
  ANSIC: 'Mon Jan _2 15:04:05 2006',
  UnixDate: 'Mon Jan _2 15:04:05 MST 2006',
  RubyDate: 'Mon Jan 02 15:04:05 -0700 2006',
  RFC822: '02 Jan 06 15:04 MST',
  RFC822Z: '02 Jan 06 15:04 -0700',
  RFC850: 'Monday, 02-Jan-06 15:04:05 MST',
  RFC1123: 'Mon, 02 Jan 2006 15:04:05 MST',
  RFC1123Z: 'Mon, 02 Jan 2006 15:04:05 -0700',
  RFC3339: '2006-01-02T15:04:05Z07:00',
  RFC3339Nano: '2006-01-02T15:04:05.999999999Z07:00',
  Kitchen: '3:04PM',
  Stamp: 'Jan _2 15:04:05',
  StampMilli: 'Jan _2 15:04:05.000',
  StampMicro: 'Jan _2 15:04:05.000000',
  StampNano: 'Jan _2 15:04:05.000000000',
};

/** Formats an instant in UTC with a Go layout such as `2006-01-02 15:04:05`. */
export function formatGoTime(time: Date, layout: string): string {
  if (Number.isNaN(time.getTime())) throw new EvaluationFault('invalid time');
  return layout.replace(ELEMENT, (element) => formatElement(time, element));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function formatElement(time: Date, element: string): string {
  const hour = time.getUTCHours();
  switch (element) {
    case 'January':
      return LONG_MONTHS[time.getUTCMonth()] ?? '';
    case 'Jan':
      return (LONG_MONTHS[time.getUTCMonth()] ?? '').slice(0, 3);
    case 'Monday':
      return LONG_DAYS[time.getUTCDay()] ?? '';
    case 'Mon':
      return (LONG_DAYS[time.getUTCDay()] ?? '').slice(0, 3);
    case 'MST':
      return 'UTC';
    case '2006':
      return String(time.getUTCFullYear()).padStart(4, '0');
    case '06':
      return two(time.getUTCFullYear() % 100);
    case '01':
      return two(time.getUTCMonth() + 1);
    case '1':
      return String(time.getUTCMonth() + 1);
    case '02':
      return two(time.getUTCDate());
    case '_2':
      return String(time.getUTCDate()).padStart(2, ' ');
    case '2':
      return String(time.getUTCDate());
    case '15':
      return two(hour);
    case '03':
      return two(hour % 12 || 12);
    case '3':
      return String(hour % 12 || 12);
    case '04':
      return two(time.getUTCMinutes());
    case '4':
      return String(time.getUTCMinutes());
    case '05':
      return two(time.getUTCSeconds());
    case '5':
      return String(time.getUTCSeconds());
    case 'PM':
      return hour < 12 ? 'AM' : 'PM';
    case 'pm':
      return hour < 12 ? 'am' : 'pm';
    case '002':
    case '__2':
      return String(dayOfYear(time)).padStart(3, element === '002' ? '0' : ' ');
    default:
      return element.startsWith('Z') ? 'Z' : /^[.,]/.test(element) ? formatFraction(time, element) : zeroOffset(element);
  }
}

function zeroOffset(element: string): string {
  return element.replace('-', '+').replace('07', '00');
}

function formatFraction(time: Date, element: string): string {
  const digits = String(time.getUTCMilliseconds())
    .padStart(3, '0')
    .padEnd(9, '0')
    .slice(0, element.length - 1);
  if (element[1] === '0') return `${element[0]}${digits}`;
  const trimmed = digits.replace(/0+$/, '');
  return trimmed === '' ? '' : `${element[0]}${trimmed}`;
}

function dayOfYear(time: Date): number {
  return Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

interface ParsedTime {
  year: number;
  month: number;
  day: number;
  yearDay: number | undefined;
  hour: number;
  minute: number;
  second: number;
  millis: number;
  afternoon: boolean | undefined;
  offsetMinutes: number | undefined;
}

/**
 * Reads a text with a Go layout. Without an offset in the text it is taken to be in the IANA zone (default UTC).
 * Precision is a millisecond.
 */
export function parseGoTime(layout: string, text: string, zone = 'UTC'): Date {
  const parsed: ParsedTime = {
    year: 0,
    month: 1,
    day: 1,
    yearDay: undefined,
    hour: 0,
    minute: 0,
    second: 0,
    millis: 0,
    afternoon: undefined,
    offsetMinutes: undefined,
  };
  let rest = text;
  let last = 0;
  const fail = (): never => {
    throw new EvaluationFault(`cannot parse ${JSON.stringify(text.slice(0, 100))} as time with layout ${JSON.stringify(layout)}`);
  };
  const literal = (part: string): void => {
    if (!rest.startsWith(part)) fail();
    rest = rest.slice(part.length);
  };
  for (const match of layout.matchAll(ELEMENT)) {
    literal(layout.slice(last, match.index));
    last = match.index + match[0].length;
    rest = parseElement(match[0], rest, parsed) ?? fail();
    // Go accepts a fraction after the seconds even when the layout has none.
    if ((match[0] === '05' || match[0] === '5') && !/^[.,][09]/.test(layout.slice(last))) rest = parseFraction(rest, parsed);
  }
  literal(layout.slice(last));
  if (rest !== '') fail();
  return toInstant(parsed, zone) ?? fail();
}

function toInstant(parsed: ParsedTime, zone: string): Date | undefined {
  const { year, month, day, hour, minute, second, millis, afternoon } = parsed;
  const hours = afternoon === undefined ? hour : (hour % 12) + (afternoon ? 12 : 0);
  if (month < 1 || month > 12 || day < 1 || hours > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(0);
  if (parsed.yearDay !== undefined) local.setUTCFullYear(year, 0, parsed.yearDay);
  else local.setUTCFullYear(year, month - 1, day);
  if (parsed.yearDay === undefined && local.getUTCDate() !== day) return undefined;
  local.setUTCHours(hours, minute, second, millis);
  const offset = parsed.offsetMinutes ?? zoneOffsetMinutes(zone, local);
  return new Date(local.getTime() - offset * 60_000);
}

type Setter = (parsed: ParsedTime, value: number) => void;

const NUMERIC: Readonly<Record<string, { pattern: RegExp; set: Setter }>> = {
  '2006': { pattern: /^\d{4}/, set: (p, v) => (p.year = v) },
  '06': { pattern: /^\d{2}/, set: (p, v) => (p.year = v >= 69 ? 1900 + v : 2000 + v) },
  '01': { pattern: /^\d{2}/, set: (p, v) => (p.month = v) },
  '1': { pattern: /^\d{1,2}/, set: (p, v) => (p.month = v) },
  '02': { pattern: /^\d{2}/, set: (p, v) => (p.day = v) },
  _2: { pattern: /^ ?\d{1,2}/, set: (p, v) => (p.day = v) },
  '2': { pattern: /^\d{1,2}/, set: (p, v) => (p.day = v) },
  '002': { pattern: /^\d{3}/, set: (p, v) => (p.yearDay = v) },
  __2: { pattern: /^[ \d]{2}\d/, set: (p, v) => (p.yearDay = v) },
  '15': { pattern: /^\d{2}/, set: (p, v) => (p.hour = v) },
  '03': { pattern: /^\d{2}/, set: (p, v) => (p.hour = v) },
  '3': { pattern: /^\d{1,2}/, set: (p, v) => (p.hour = v) },
  '04': { pattern: /^\d{2}/, set: (p, v) => (p.minute = v) },
  '4': { pattern: /^\d{1,2}/, set: (p, v) => (p.minute = v) },
  '05': { pattern: /^\d{2}/, set: (p, v) => (p.second = v) },
  '5': { pattern: /^\d{1,2}/, set: (p, v) => (p.second = v) },
};

/** Consumes one element; returns the rest of the text or undefined when it does not fit. */
function parseElement(element: string, text: string, parsed: ParsedTime): string | undefined {
  const numeric = NUMERIC[element];
  if (numeric !== undefined) {
    const digits = numeric.pattern.exec(text)?.[0];
    if (digits === undefined) return undefined;
    numeric.set(parsed, Number(digits));
    return text.slice(digits.length);
  }
  if (element === 'January' || element === 'Jan') return parseMonth(element === 'Jan', text, parsed);
  if (element === 'Monday' || element === 'Mon') return skipName(LONG_DAYS, element === 'Mon', text);
  if (element === 'PM' || element === 'pm') {
    const half = /^[ap]m/i.exec(text)?.[0];
    if (half === undefined) return undefined;
    parsed.afternoon = half.toLowerCase() === 'pm';
    return text.slice(2);
  }
  if (element === 'MST') return parseZoneName(text, parsed);
  if (/^[.,]/.test(element)) return parseFraction(text, parsed);
  return parseOffset(element, text, parsed);
}

function parseMonth(short: boolean, text: string, parsed: ParsedTime): string | undefined {
  const index = LONG_MONTHS.findIndex((name) => startsWithName(text, short ? name.slice(0, 3) : name));
  const name = LONG_MONTHS[index];
  if (name === undefined) return undefined;
  parsed.month = index + 1;
  return text.slice(short ? 3 : name.length);
}

function skipName(names: readonly string[], short: boolean, text: string): string | undefined {
  const name = names.find((candidate) => startsWithName(text, short ? candidate.slice(0, 3) : candidate));
  return name === undefined ? undefined : text.slice(short ? 3 : name.length);
}

function startsWithName(text: string, name: string): boolean {
  return text.slice(0, name.length).toLowerCase() === name.toLowerCase();
}

function parseZoneName(text: string, parsed: ParsedTime): string | undefined {
  const name = /^(?:[A-Z]{3,5}|[+-]\d{2})/.exec(text)?.[0];
  if (name === undefined) return undefined;
  if (name === 'UTC' || name === 'GMT') parsed.offsetMinutes = 0;
  return text.slice(name.length);
}

function parseFraction(text: string, parsed: ParsedTime): string {
  const fraction = /^[.,](\d+)/.exec(text);
  if (fraction === null) return text;
  parsed.millis = Number((fraction[1] ?? '').slice(0, 3).padEnd(3, '0'));
  return text.slice(fraction[0].length);
}

function parseOffset(element: string, text: string, parsed: ParsedTime): string | undefined {
  if (element.startsWith('Z') && text.startsWith('Z')) {
    parsed.offsetMinutes = 0;
    return text.slice(1);
  }
  const offset = /^([+-])(\d{2})(?::?(\d{2}))?(?::?(\d{2}))?/.exec(text);
  if (offset === null) return undefined;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  parsed.offsetMinutes = offset[1] === '-' ? -minutes : minutes;
  return text.slice(offset[0].length);
}
