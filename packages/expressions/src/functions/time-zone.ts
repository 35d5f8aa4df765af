import { charge } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { LruCache } from '../lru-cache.ts';

const STEPS_PER_CLOCK = 50;

const formatters = new LruCache<Intl.DateTimeFormat>(100);

function formatterOf(zone: string): Intl.DateTimeFormat {
  const cached = formatters.get(zone);
  if (cached !== undefined) return cached;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
    return formatter;
  } catch {
    throw new EvaluationFault(`unknown time zone ${JSON.stringify(zone.slice(0, 60))}`);
  }
}

/** The wall clock of an instant in an IANA zone or at a fixed offset (`+05:30`), as a Date whose UTC fields are that clock. */
export function wallClock(time: Date, zone: string): Date {
  if (zone === 'UTC' || zone === '') return time;
  const fixed = /^([+-]?)(\d{1,2}):(\d{2})$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3]);
    return new Date(time.getTime() + (fixed[1] === '-' ? -minutes : minutes) * 60_000);
  }
  charge(STEPS_PER_CLOCK);
  const parts = new Map(
    formatterOf(resolveZone(zone))
      .formatToParts(time)
      .map((part) => [part.type, Number(part.value)]),
  );
  const field = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'), field('second'));
  return new Date(clock + (((time.getTime() % 1000) + 1000) % 1000));
}

/** Offset from UTC in minutes that a zone has at an instant. */
export function offsetMinutesAt(zone: string, instant: Date): number {
  return (wallClock(instant, zone).getTime() - instant.getTime()) / 60_000;
}

/** Offset from UTC in minutes that a zone has at a wall-clock time, which is given as the UTC fields of a Date. */
export function zoneOffsetMinutes(zone: string, clock: Date): number {
  const guess = offsetMinutesAt(zone, clock);
  return offsetMinutesAt(zone, new Date(clock.getTime() - guess * 60_000));
}

function resolveZone(zone: string): string {
  return zone === 'Local' ? localZone() : zone;
}

/** The process's IANA zone. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
