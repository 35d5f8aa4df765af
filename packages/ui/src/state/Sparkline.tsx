import { useMemo } from 'react';
import { classNames } from '../class-name.ts';

export interface SparklineProps {
  /** Values, oldest first; a gap is null. */
  values: readonly (number | null)[];
  /** Accessible name, for example `Latency over the last 3 hours`. */
  label: string;
  width?: number;
  height?: number;
  tone?: 'warning' | 'unhealthy';
}

function paths(values: readonly (number | null)[], width: number, height: number) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known, 0);
  const least = Math.min(...known, 0);
  const reach = most - least || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let line = '';
  let first = 0;
  let last = 0;
  let pen = false;
  values.forEach((value, index) => {
    if (value === null) {
      pen = false;
      return;
    }
    const x = index * step;
    const y = 1 + (height - 2) * (1 - (value - least) / reach);
    if (line === '') first = x;
    line += `${pen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    last = x;
    pen = true;
  });
  const hasGap = known.length !== values.length;
  return { line, area: hasGap || line === '' ? '' : `${line}L${last.toFixed(1)} ${height}L${first.toFixed(1)} ${height}Z` };
}

/** A tiny line of values without axes. */
export function Sparkline({ values, label, width = 72, height = 18, tone }: SparklineProps) {
  const { line, area } = useMemo(() => paths(values, width, height), [values, width, height]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={classNames('qd-spark', tone && `qd-spark-${tone}`)}
      role="img"
      aria-label={label}
    >
      {area && <path className="is-area" d={area} />}
      <path className="is-line" d={line} />
    </svg>
  );
}
