const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};
const GO_UNITS = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']);
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w|y)/gy;

function parse(text: string, allows: (unit: string) => boolean): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 64) return undefined;
  if (/^[+-]?0$/.test(trimmed)) return 0;
  const sign = trimmed.startsWith('-') ? -1 : 1;
  const body = trimmed.replace(/^[+-]/, '');
  let totalMs = 0;
  let end = 0;
  PART.lastIndex = 0;
  for (const match of body.matchAll(PART)) {
    const [whole, amount, unit] = match;
    if (amount === undefined || unit === undefined || !allows(unit)) return undefined;
    totalMs += Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
    end = match.index + whole.length;
  }
  return end > 0 && end === body.length && Number.isFinite(totalMs) ? sign * totalMs : undefined;
}

/** Milliseconds of a Go duration such as `1h30m`, `250ms` or `0`; undefined when the text is none. */
export function parseGoDuration(text: string): number | undefined {
  return parse(text, (unit) => GO_UNITS.has(unit));
}

/** Milliseconds of a duration of a spec: a Go duration plus `d`, `w` and `y` (365 days). Source: health-checks §4.1. */
export function parseDuration(text: string): number | undefined {
  return parse(text, () => true);
}
