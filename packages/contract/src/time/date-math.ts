type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's';
const MILLISECONDS: Readonly<Record<'w' | 'd' | 'h' | 'm' | 's', number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
};
const SHAPE =
  /^(now(?:\(\))?|\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)(?:\|\|)?((?:[+-]\d{1,6}[yMwdhHms]|\/[yMwdhHms])*)$/;

function unitOf(text: string): Unit {
  switch (text) {
    case 'y':
    case 'M':
    case 'w':
    case 'd':
    case 'm':
    case 's':
      return text;
    default:
      return 'h';
  }
}

function add(instant: Date, amount: number, unit: Unit): Date {
  if (unit !== 'y' && unit !== 'M') return new Date(instant.getTime() + amount * MILLISECONDS[unit]);
  const moved = new Date(instant);
  const months = moved.getUTCFullYear() * 12 + moved.getUTCMonth() + (unit === 'y' ? amount * 12 : amount);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCFullYear(Math.floor(months / 12), ((months % 12) + 12) % 12);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return moved;
}

function roundDown(instant: Date, unit: Unit): Date {
  const [year, month, day] = [instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()];
  switch (unit) {
    case 'y':
      return new Date(Date.UTC(year, 0));
    case 'M':
      return new Date(Date.UTC(year, month));
    case 'w':
      return new Date(Date.UTC(year, month, day - ((instant.getUTCDay() + 6) % 7)));
    default:
      return new Date(Math.floor(instant.getTime() / MILLISECONDS[unit]) * MILLISECONDS[unit]);
  }
}

/** A time without a zone is UTC. */
function anchorOf(text: string, now: Date): Date {
  if (text.startsWith('now')) return now;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  return new Date(`${text.replace(' ', 'T')}${zoned || text.length === 10 ? '' : 'Z'}`);
}

/**
 * The instant of date math: `now-2d`, `now/d`, `2024-01-31`, `2024-01-31||+1M/d`; a time without a zone is UTC.
 * Undefined when the text is not of that form, or lies outside the years 1 to 9999.
 */
export function parseDateMath(text: string, now: Date): Date | undefined {
  const match = SHAPE.exec(text.trim());
  if (match === null) return undefined;
  const [, anchor = '', steps = ''] = match;
  let instant = anchorOf(anchor, now);
  for (const step of steps.matchAll(/([+-]\d+|\/)([yMwdhHms])/g)) {
    const [, amount = '', unit = ''] = step;
    instant = amount === '/' ? roundDown(instant, unitOf(unit)) : add(instant, Number(amount), unitOf(unit));
  }
  // Beyond these years PostgreSQL and the ISO format disagree.
  const year = instant.getUTCFullYear();
  return Number.isNaN(year) || year < 1 || year > 9999 ? undefined : instant;
}
