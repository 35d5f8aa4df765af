const MAX_US = Number.MAX_SAFE_INTEGER;

/** Microseconds since 1970 of a date; a whole number that a double holds exactly. */
export function microsecondsOf(date: Date): number {
  return date.getTime() * 1000;
}

/** RFC 3339 text in UTC with six decimals. */
export function microsecondsToText(us: number): string {
  const ms = Math.floor(us / 1000);
  const rest = us - ms * 1000;
  return `${new Date(ms).toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/** Microseconds since 1970 of an RFC 3339 text (a blank instead of T and a missing zone, read as UTC, are accepted); undefined when it is none. */
export function parseMicroseconds(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, day, time, decimals = '', zone = 'Z'] = match;
  const ms = Date.parse(`${day}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  const us = ms * 1000 + Number(decimals.padEnd(6, '0').slice(0, 6));
  return Math.abs(us) <= MAX_US ? us : undefined;
}
