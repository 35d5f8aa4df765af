import { formatSpan, missing } from './duration.ts';

/** A point in time: an RFC 3339 text, milliseconds since 1970, or a Date. */
export type TimeInput = string | number | Date | null | undefined;

/** Milliseconds since 1970, or undefined when the input is missing or not a time. */
export function toEpochMs(time: TimeInput): number | undefined {
  if (time === null || time === undefined || time === '') return undefined;
  const ms = typeof time === 'number' ? time : new Date(time).getTime();
  return Number.isFinite(ms) ? ms : undefined;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** `21 Nov 03:40:12 UTC`, with the year when it is not the year of `nowMs`. */
export function formatUtc(time: TimeInput, nowMs: number = Date.now()): string {
  const ms = toEpochMs(time);
  if (ms === undefined) return missing;
  const date = new Date(ms);
  const year = date.getUTCFullYear() === new Date(nowMs).getUTCFullYear() ? '' : ` ${date.getUTCFullYear()}`;
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}${year} ${clock} UTC`;
}

/** The same moment on the reader's clock: `21 Nov 04:40:12 UTC+1`. */
export function formatLocal(time: TimeInput, nowMs: number = Date.now()): string {
  const ms = toEpochMs(time);
  if (ms === undefined) return missing;
  const date = new Date(ms);
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? '' : ` ${date.getFullYear()}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${date.getDate()} ${months[date.getMonth()]}${year} ${clock} ${utcOffset(-date.getTimezoneOffset())}`;
}

function utcOffset(minutes: number) {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60 ? `:${two(size % 60)}` : '';
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}

/** Clock time in UTC: `01:47:12`. */
export function formatUtcClock(time: TimeInput): string {
  const ms = toEpochMs(time);
  return ms === undefined ? missing : new Date(ms).toISOString().slice(11, 19);
}

/** How long ago, or how long until: `2h 5m` with `style: 'bare'`, `2h 5m ago` or `in 26s` with `style: 'phrase'`. */
export function formatAge(time: TimeInput, nowMs: number, style: 'bare' | 'phrase' = 'bare'): string {
  const ms = toEpochMs(time);
  if (ms === undefined) return missing;
  const span = nowMs - ms;
  if (style === 'bare') return formatSpan(Math.abs(span));
  if (Math.abs(span) < 1000) return 'now';
  return span >= 0 ? `${formatSpan(span)} ago` : `in ${formatSpan(-span)}`;
}
