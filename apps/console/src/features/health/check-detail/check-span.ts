import { type TimeRange, timeRangeMs } from '@quarterdeck/contract/health';

/** The part of the past that the panel shows: a preset up to now, or a fixed span cut out of it by dragging in the chart. */
export interface CheckSpan {
  readonly timeRange: TimeRange;
  readonly zoom: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/** Shortest span that may be cut out. Chosen by us: less holds no result of a check that runs every half minute. */
const MIN_ZOOM_MS = 30_000;

/** Reads `fromSeconds-toSeconds`, as the address carries it; undefined for anything else. */
export function parseZoom(text: string | undefined): CheckSpan['zoom'] {
  const match = /^(\d{9,11})-(\d{9,11})$/.exec(text ?? '');
  if (match === null) return undefined;
  const [fromMs, toMs] = [Number(match[1]) * 1000, Number(match[2]) * 1000];
  return toMs - fromMs >= MIN_ZOOM_MS ? { fromMs, toMs } : undefined;
}

/** Text of a dragged span for the address; undefined when it is too short to mean anything. */
export function zoomText(fromMs: number, toMs: number): string | undefined {
  if (toMs - fromMs < MIN_ZOOM_MS) return undefined;
  return `${Math.floor(fromMs / 1000)}-${Math.ceil(toMs / 1000)}`;
}

/** Start and end as the server takes them; a preset stays a preset for `start`. */
export function spanRequest({ timeRange, zoom }: CheckSpan): { start: string; end: string | undefined } {
  if (zoom === undefined) return { start: timeRange, end: undefined };
  return { start: new Date(zoom.fromMs).toISOString(), end: new Date(zoom.toMs).toISOString() };
}

/** Start and end as instants, for lists that know no presets. */
export function spanInstants({ timeRange, zoom }: CheckSpan, nowMs: number): { since: string; until: string | undefined } {
  if (zoom !== undefined) return { since: new Date(zoom.fromMs).toISOString(), until: new Date(zoom.toMs).toISOString() };
  return { since: new Date(nowMs - (timeRangeMs(timeRange) ?? 0)).toISOString(), until: undefined };
}
