/** What is shown where a value is missing. */
export const missing = '—';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A number and its unit, apart, so that the unit can be drawn quieter. */
export interface Quantity {
  value: string;
  unit: string;
}

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

/**
 * A measured duration in milliseconds: `742 ms`, `2.84 s`, `12.4 s`, and from one minute on two whole units (`4m 12s`, `2h 5m`).
 * Under one second whole milliseconds; something above zero never reads as zero.
 */
export function durationParts(ms: number | null | undefined): Quantity {
  if (isMissing(ms)) return { value: missing, unit: '' };
  if (ms > 0 && ms < 1) return { value: '<1', unit: 'ms' };
  if (Math.round(ms) < secondMs) return { value: String(Math.round(ms)), unit: 'ms' };
  const seconds = ms / secondMs;
  if (Math.round(seconds * 100) < 1000) return { value: seconds.toFixed(2), unit: 's' };
  if (Math.round(seconds * 10) < 600) return { value: seconds.toFixed(1), unit: 's' };
  return { value: formatSpan(Math.round(seconds) * secondMs), unit: '' };
}

/** `durationParts` as one text. */
export function formatDuration(ms: number | null | undefined): string {
  const { value, unit } = durationParts(ms);
  return unit ? `${value} ${unit}` : value;
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string) {
  return minor > 0 ? `${major}${majorUnit} ${minor}${minorUnit}` : `${major}${majorUnit}`;
}

/**
 * A span of time in whole units, at most two, for ages and outages: `34s`, `2m 4s`, `31m`, `2h 5m`, `3d 4h`, `88d`.
 * The second unit leaves once the first is big enough to carry the meaning.
 */
export function formatSpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < minuteMs) return `${Math.floor(span / secondMs)}s`;
  if (span < hourMs) {
    const minutes = Math.floor(span / minuteMs);
    return pair(minutes, 'm', minutes < 10 ? Math.floor((span % minuteMs) / secondMs) : 0, 's');
  }
  if (span < dayMs) return pair(Math.floor(span / hourMs), 'h', Math.floor((span % hourMs) / minuteMs), 'm');
  const days = Math.floor(span / dayMs);
  return pair(days, 'd', days < 7 ? Math.floor((span % dayMs) / hourMs) : 0, 'h');
}
