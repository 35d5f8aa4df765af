import { useMemo, useState } from 'react';
import { TimeSeriesChart } from '../src/chart/index.ts';
import { randomStream } from './sample.ts';

const hourMs = 3_600_000;
const end = Date.now();
const limit = { value: 800, label: '800 ms limit' };

/** Latency that breaks after a rollout. */
export function SampleChart({ empty = false }: { empty?: boolean }) {
  const [range, setRange] = useState({ from: end - 3 * hourMs, to: end });
  const model = useMemo(() => {
    const random = randomStream(11);
    const times = Array.from({ length: 90 }, (_, index) => end - 3 * hourMs + index * 2 * 60_000);
    const value = (index: number, calm: number, broken: number) =>
      index < 28 ? calm + random() * 60 : broken * (0.5 + random());
    return {
      times,
      series: [
        { label: 'p95', area: true, values: times.map((_, index) => (empty ? null : value(index, 280, 1900))) },
        { label: 'p50', color: 'muted' as const, values: times.map((_, index) => (empty ? null : value(index, 150, 640))) },
      ],
      markers: empty ? [] : [{ time: end - 2.2 * hourMs, label: '4.18.0 rollout' }],
      bands: [
        { from: end - 3 * hourMs, to: end - 2.1 * hourMs, state: empty ? ('unknown' as const) : ('healthy' as const) },
        { from: end - 2.1 * hourMs, to: end, state: empty ? ('unknown' as const) : ('unhealthy' as const) },
      ],
    };
  }, [empty]);
  return (
    <TimeSeriesChart
      label="Latency over the last 3 hours"
      unit="duration"
      {...model}
      {...range}
      limit={limit}
      onZoom={(from, to) => setRange({ from, to })}
    />
  );
}
