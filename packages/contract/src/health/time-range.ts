/** Time-range presets of lists and details. Source: spec 1 §9. */
export const TIME_RANGES = [
  '15m',
  '1h',
  '2h',
  '3h',
  '6h',
  '12h',
  '1d',
  '2d',
  '3d',
  '1w',
  '2w',
  '3w',
  '1mo',
  '2mo',
  '3mo',
  '6mo',
  '1y',
  '2y',
  '3y',
  '5y',
] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds of one unit of a preset; a month is 30 days and a year 365. */
const UNIT_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  mo: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/** Length of a preset such as `15m` or `3mo` in milliseconds; undefined when the text is no such span. */
export function timeRangeMs(text: string): number | undefined {
  const match = /^(\d{1,4})(mo|m|h|d|w|y)$/.exec(text);
  const unit = match?.[2] === undefined ? undefined : UNIT_MS[match[2]];
  return unit === undefined || match === null ? undefined : Number(match[1]) * unit;
}

export function isTimeRange(value: unknown): value is TimeRange {
  return TIME_RANGES.some((range) => range === value);
}

/** The range a check opens with: the first preset from 1h on that is longer than the age of its last run. Source: spec 1 §4. */
export function defaultTimeRange(lastRunAgeMs: number | undefined): TimeRange {
  if (lastRunAgeMs === undefined) return '1h';
  const candidates = TIME_RANGES.filter((range) => range !== '15m' && range !== '2h');
  return candidates.find((range) => lastRunAgeMs < (timeRangeMs(range) ?? 0)) ?? '5y';
}
