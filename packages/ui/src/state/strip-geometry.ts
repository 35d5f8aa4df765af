import type { HealthState } from './health.ts';

/** One result in a strip. */
export interface StripItem {
  state: HealthState;
  /** Latency in milliseconds; 0 or missing draws the lowest bar. */
  value?: number | null;
  /** When the result was measured, for the tooltip. */
  time?: string | number | Date | null;
  /** Message for the tooltip. */
  label?: string;
}

export interface StripShape {
  width: number;
  height: number;
  /** Path data by state class; one path per state keeps the drawing cheap. */
  paths: Partial<Record<HealthState, string>>;
}

export interface StripLayout {
  barPx: number;
  gapPx: number;
  heightPx: number;
}

const notchPx = 2;
const lowestPx = 3;

/** The share of the height that a failing bar has at least, so that an instant refusal is as visible as a timeout. */
const leastShare: Partial<Record<HealthState, number>> = { unhealthy: 0.6, warning: 0.5, mixed: 0.5 };

/** The latency drawn at full height: the slowest result, but never less than nine times the median, so that calm stays low. */
export function stripScale(items: readonly StripItem[]): number {
  const values: number[] = [];
  for (const { value } of items) if (value) values.push(value);
  if (values.length === 0) return 0;
  values.sort((a, b) => a - b);
  return Math.max(values[values.length - 1] ?? 0, 9 * (values[values.length >> 1] ?? 0));
}

/** Bars for a strip, oldest left. Height grows with latency; warning and unhealthy bars also get a notch under the base line. */
export function stripShape(items: readonly StripItem[], layout: StripLayout, scale: number = stripScale(items)): StripShape {
  const { barPx, gapPx, heightPx } = layout;
  const base = heightPx - notchPx - 1;
  const most = base - 1;
  const paths: Partial<Record<HealthState, string>> = {};
  items.forEach(({ state, value }, index) => {
    // The square root keeps the differences of fast results visible beside one that hit its timeout.
    const measured = scale > 0 && value ? Math.sqrt(Math.min(1, value / scale)) : 0;
    const share = Math.max(measured, leastShare[state] ?? 0);
    const isBlank = state === 'unknown' || state === 'suspended';
    const height = isBlank ? lowestPx : Math.round(lowestPx + (most - lowestPx) * share);
    const left = index * (barPx + gapPx);
    let path = `M${left} ${base - height}h${barPx}v${height}h-${barPx}z`;
    if (leastShare[state] !== undefined) path += notch(state, left, barPx, base + 1);
    paths[state] = (paths[state] ?? '') + path;
  });
  return { width: Math.max(0, items.length * (barPx + gapPx) - gapPx), height: heightPx, paths };
}

/** The unhealthy notch is as wide as the bar, the warning notch narrower, so that they differ without colour. */
function notch(state: HealthState, left: number, barPx: number, top: number) {
  const inset = state === 'unhealthy' || barPx < 4 ? 0 : 1;
  return `M${left + inset} ${top}h${barPx - 2 * inset}v${notchPx}h-${barPx - 2 * inset}z`;
}
