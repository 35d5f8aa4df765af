import { durationParts, missing } from '../format/duration.ts';
import { bytesParts, formatNumber } from '../format/number.ts';
import type { HealthState } from '../state/health.ts';

/** One line of a chart. */
export interface ChartSeries {
  label: string;
  /** One value per time; null breaks the line. */
  values: readonly (number | null)[];
  /** Place in the palette, 1 to 8, or the quiet grey of a second measure. Default: the order of the series. */
  color?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'muted';
  /** Fill the ground under the line. */
  area?: boolean;
}

/** A horizontal line that values should stay under. */
export interface ChartLimit {
  value: number;
  label: string;
}

/** Something that happened: a change, a run, a transition. */
export interface ChartMarker {
  /** Milliseconds since 1970. */
  time: number;
  label: string;
  /** `change` is violet, `unhealthy` red. Default `change`. */
  tone?: 'change' | 'unhealthy';
}

/** A stretch of one state, drawn under the time axis. Times are milliseconds since 1970. */
export interface ChartBand {
  from: number;
  to: number;
  state: HealthState;
}

export type ChartUnit = 'duration' | 'percent' | 'bytes' | 'count';

/** Places of the values that have no neighbour, so that no line leads to them. */
export function lonelyValues(values: ChartSeries['values']): readonly number[] {
  const isThere = (at: number) => (values[at] ?? null) !== null;
  return values.flatMap((_, at) => (isThere(at) && !isThere(at - 1) && !isThere(at + 1) ? [at] : []));
}

/** A value as text: durations from milliseconds, percentages from 0 to 100, sizes from bytes. */
export function formatValue(value: number | null | undefined, unit: ChartUnit): string {
  if (value === null || value === undefined) return missing;
  if (unit === 'percent') return `${value.toFixed(value % 1 === 0 ? 0 : 1)}%`;
  if (unit === 'count') return formatNumber(value);
  const { value: text, unit: suffix } = unit === 'duration' ? durationParts(value) : bytesParts(value);
  return suffix ? `${text} ${suffix}` : text;
}

/** A tick without needless decimals: `0`, `500 ms`, `2 s`, `1.5 s`. */
export function formatTick(value: number, unit: ChartUnit): string {
  if (value === 0) return '0';
  return formatValue(value, unit)
    .replace(/\.0+(?= |$)/, '')
    .replace(/(\.\d*[1-9])0+(?= |$)/, '$1');
}

/** Evenly spaced round ticks from 0 that cover `most`, about `count` of them; bytes are spaced in powers of two. */
export function niceTicks(most: number, count: number, unit: ChartUnit): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / count;
  const base =
    unit === 'bytes' ? 1024 ** Math.floor(Math.log(Math.max(1, rough)) / Math.log(1024)) : 10 ** Math.floor(Math.log10(rough));
  const factors = unit === 'bytes' ? [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] : [1, 2, 5, 10];
  const step = base * (factors.find((factor) => factor * base >= rough - rough * 1e-9) ?? 10);
  const ticks: number[] = [];
  for (let index = 0; (index - 1) * step < most - step * 1e-9; index += 1) ticks.push(Number((index * step).toPrecision(12)));
  return ticks;
}

/** The highest value that has to fit: of the series, and of a limit unless it would flatten them. */
export function highestValue(series: readonly ChartSeries[], limit: ChartLimit | undefined): number {
  let most = 0;
  for (const { values } of series) for (const value of values) if (value !== null && value > most) most = value;
  return limit && (most === 0 || limit.value <= 2.5 * most) ? Math.max(most, limit.value) : most;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Time on the axis, in UTC, as fine as the span needs: `01:52`, `21 Nov`, `Nov 2025`. */
export function axisTime(timeMs: number, spanMs: number): string {
  const date = new Date(timeMs);
  const iso = date.toISOString();
  if (spanMs <= 10 * minuteMs) return iso.slice(11, 19);
  if (spanMs <= 1.5 * dayMs) return iso.slice(11, 16);
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  if (spanMs <= 8 * dayMs) return `${day} ${iso.slice(11, 16)}`;
  return spanMs <= 300 * dayMs ? day : `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

const timeSteps = [
  1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 10080, 20160, 43200, 86400, 129600, 262800, 525600,
].map((minutes) => minutes * minuteMs);

/** Width of a digit of a time label; a label closer to the right end than half its width would be cut off. */
const labelDigitPx = 6.5;

/** Round times inside a range with at least `gapPx` between them. */
export function timeTicks(from: number, to: number, widthPx: number, gapPx: number): readonly number[] {
  const most = Math.max(2, Math.floor(widthPx / gapPx));
  const step = timeSteps.find((candidate) => (to - from) / candidate <= most) ?? (to - from) / most;
  const ticks: number[] = [];
  const labelHalfPx = (axisTime(to, to - from).length * labelDigitPx) / 2;
  const last = to - ((to - from) * labelHalfPx) / Math.max(widthPx, labelHalfPx);
  for (let time = Math.ceil(from / step) * step; time <= last; time += step) ticks.push(time);
  return ticks;
}

/** One sentence for screen readers: the span, and the lowest, highest and last value of every series. */
export function chartSummary(label: string, series: readonly ChartSeries[], unit: ChartUnit): string {
  const parts = series.map(({ label: name, values }) => {
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return `${name}: no data`;
    const last = known[known.length - 1];
    return `${name}: from ${formatValue(Math.min(...known), unit)} to ${formatValue(Math.max(...known), unit)}, last ${formatValue(last, unit)}`;
  });
  return [label, ...parts].join('. ');
}

/** Which markers can carry their label without covering another one; all keep their flag. Widths in pixels. */
export function labelledMarkers(
  places: readonly { x: number; width: number }[],
  plotWidth: number,
): readonly ('left' | 'right' | 'none')[] {
  let usedUntil = Number.NEGATIVE_INFINITY;
  return places.map(({ x, width }) => {
    const gap = 7;
    const right = x + gap + width <= plotWidth;
    const start = right ? x + gap : x - gap - width;
    if (start < Math.max(0, usedUntil + 4)) return 'none';
    usedUntil = right ? x + gap + width : x;
    return right ? 'right' : 'left';
  });
}
