import { formatDuration } from '@quarterdeck/ui';
import { TimeSeriesChart } from '@quarterdeck/ui/chart';
import { useMemo } from 'react';
import type { ChartModel } from './chart-model.ts';

export interface HealthChartProps {
  /** What is shown, for screen readers. */
  label: string;
  model: ChartModel;
  /** Pixels. */
  height: number;
  onZoom(fromMs: number, toMs: number): void;
}

/** Latency with its limit, the state band and the changes of state; dragging cuts out a span. */
export default function HealthChart({ label, model, height, onZoom }: HealthChartProps) {
  const { p95, p50, spans, transitions, limitMs } = model;
  const series = useMemo(
    () => [
      { label: 'p95', values: p95, area: true },
      { label: 'p50', values: p50, color: 'muted' as const },
    ],
    [p95, p50],
  );
  const bands = useMemo(() => spans.map(({ fromMs, toMs, state }) => ({ from: fromMs, to: toMs, state })), [spans]);
  const markers = useMemo(() => transitions.map(({ timeMs, status }) => ({ time: timeMs, label: status })), [transitions]);
  const limit = useMemo(
    () => (limitMs === undefined ? undefined : { value: limitMs, label: `${formatDuration(limitMs)} limit` }),
    [limitMs],
  );
  return (
    <TimeSeriesChart
      label={label}
      times={model.times}
      series={series}
      unit="duration"
      from={model.fromMs}
      to={model.toMs}
      limit={limit}
      markers={markers}
      bands={bands}
      height={height}
      onZoom={onZoom}
    />
  );
}
