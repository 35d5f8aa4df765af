import { REFRESH_RATES, type RefreshRate, timeRangeMs } from '@quarterdeck/contract/health';

const MINUTE_MS = 60_000;

/** Rates that a long range rules out. Source: spec 1 §5. */
export function disabledRates(timeRange: string | undefined): ReadonlySet<RefreshRate> {
  const minutes = (timeRange === undefined ? 0 : (timeRangeMs(timeRange) ?? 0)) / MINUTE_MS;
  const disabled: RefreshRate[] = [];
  if (minutes >= 60) disabled.push('15s', '30s');
  if (minutes >= 180) disabled.push('2m', '3m');
  return new Set(disabled);
}

/** The chosen rate, or the next one that the range allows. */
export function allowedRate(chosen: RefreshRate, timeRange: string | undefined): RefreshRate {
  const disabled = disabledRates(timeRange);
  const from = REFRESH_RATES.indexOf(chosen);
  return REFRESH_RATES.slice(from).find((rate) => !disabled.has(rate)) ?? 'None';
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 1_440 * MINUTE_MS,
  w: 10_080 * MINUTE_MS,
};

/** Milliseconds between refreshes; undefined is off. Source: spec 1 §9. */
export function refreshIntervalMs(rate: string): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(rate) ?? [];
  const unitMs = UNIT_MS[unit];
  return count === undefined || unitMs === undefined || Number(count) === 0 ? undefined : Number(count) * unitMs;
}

export function isRefreshRate(value: string | null): value is RefreshRate {
  return REFRESH_RATES.some((rate) => rate === value);
}

/** While the live stream is down the list is read this often, unless a person chose a rate. Chosen by us. */
const FALLBACK_INTERVAL_MS = 60_000;

/** How often the figures are read again: the chosen rate, or the fallback while the stream is broken. */
export function pollIntervalMs(rate: RefreshRate, live: 'live' | 'reconnecting' | 'paused'): number | undefined {
  return refreshIntervalMs(rate) ?? (live === 'reconnecting' ? FALLBACK_INTERVAL_MS : undefined);
}
