import './chart.css';
import { ChartLine, Table2 } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import { IconButton } from '../button/IconButton.tsx';
import { formatUtc } from '../format/time.ts';
import { useElementWidth } from '../table/use-element-width.ts';
import { useTheme } from '../theme/ThemeProvider.tsx';
import { useLatest } from '../use-latest.ts';
import { ChartTable } from './ChartTable.tsx';
import { type ChartColors, readChartColors, seriesColor } from './chart-colors.ts';
import {
  type ChartBand,
  type ChartLimit,
  type ChartMarker,
  type ChartSeries,
  type ChartUnit,
  chartSummary,
  formatValue,
} from './chart-model.ts';
import { plotOptions } from './plot-options.ts';

export interface TimeSeriesChartProps {
  /** What is shown: `Latency of POST /v2/quote`. Part of the accessible name. */
  label: string;
  /** Milliseconds since 1970, ascending; at most 5,000. */
  times: readonly number[];
  series: readonly ChartSeries[];
  /** What the values are. Default `count`. */
  unit?: ChartUnit;
  /** Ends of the time axis. Default: first and last time. */
  from?: number;
  to?: number;
  limit?: ChartLimit;
  markers?: readonly ChartMarker[];
  bands?: readonly ChartBand[];
  /** Pixels. Default 136. */
  height?: number;
  /** A span was dragged. Without it dragging does nothing. */
  onZoom?: (from: number, to: number) => void;
  /** Line above the chart with the names of the series. Default true; the button for the table view is part of it. */
  legend?: boolean;
  /** Default `No data in this range`. */
  noData?: string;
}

const none: readonly never[] = [];

/** Lines over time on a canvas, with crosshair, drag to zoom, events, state band, and a table of the same values. */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { label, times, series, unit = 'count', limit, height = 136, legend = true, noData = 'No data in this range' } = props;
  const [asTable, setAsTable] = useState(false);
  const isEmpty = !series.some(({ values }) => values.some((value) => value !== null));
  const id = useId();
  return (
    <figure className="qd-chart" aria-labelledby={`${id}-summary`}>
      <figcaption id={`${id}-summary`} className="qd-hidden">
        {chartSummary(label, series, unit)}
      </figcaption>
      {legend && (
        <div className="qd-chart-legend">
          {series.map((line, index) => (
            <LegendKey
              key={line.label}
              token={line.color === 'muted' ? '--n-500' : `--series-${line.color ?? index + 1}`}
              label={line.label}
            />
          ))}
          {limit && <LegendKey token="--unhealthy-fill" label={limit.label} />}
          <IconButton
            size="s"
            icon={asTable ? ChartLine : Table2}
            label={asTable ? 'Show chart' : 'Show as table'}
            onClick={() => setAsTable(!asTable)}
          />
        </div>
      )}
      {asTable ? (
        <ChartTable label={label} times={times} series={series} unit={unit} maxHeight={Math.max(height, 180)} />
      ) : (
        <>
          <Plot {...props} height={height} />
          {isEmpty && <div className="qd-chart-empty">{noData}</div>}
        </>
      )}
    </figure>
  );
}

function LegendKey({ token, label }: { token: string; label: string }) {
  return (
    <span>
      <i style={{ background: `var(${token})` }} aria-hidden />
      {label}
    </span>
  );
}

interface CursorState {
  index: number;
  left: number;
  flip: boolean;
}

function Plot(props: TimeSeriesChartProps & { height: number }) {
  const { times, series, unit = 'count', limit, markers = none, bands = none, height, onZoom } = props;
  const from = props.from ?? times[0] ?? 0;
  const to = props.to ?? times[times.length - 1] ?? 1;
  const host = useRef<HTMLDivElement>(null);
  const width = useElementWidth(host);
  const { theme } = useTheme();
  const [colors, setColors] = useState<ChartColors>();
  const [cursor, setCursor] = useState<CursorState>();
  const latest = useLatest({ onZoom });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what the tokens say
  useEffect(() => {
    if (host.current) setColors(readChartColors(host.current));
  }, [theme]);

  const canZoom = onZoom !== undefined;
  const data = useMemo((): uPlot.AlignedData => [[...times], ...series.map(({ values }) => [...values])], [times, series]);
  useLayoutEffect(() => {
    if (!host.current || !colors || width === 0) return;
    const plot = new uPlot(
      plotOptions({
        series,
        unit,
        from,
        to,
        overlay: { limit, markers, bands },
        colors,
        width,
        height,
        canZoom,
        onSelect: (start, end) => latest.current.onZoom?.(start, end),
        onCursor: ({ cursor: { idx, left = -1 }, over }) => {
          setCursor(
            idx === null || idx === undefined || left < 0
              ? undefined
              : { index: idx, left: left + over.offsetLeft, flip: left > over.clientWidth / 2 },
          );
        },
      }),
      data,
      host.current,
    );
    return () => {
      setCursor(undefined);
      plot.destroy();
    };
  }, [series, unit, from, to, limit, markers, bands, colors, width, height, canZoom, data, latest]);

  return (
    <div className="qd-chart-plot" style={{ height }}>
      <div ref={host} aria-hidden style={{ height }} />
      {cursor && colors && <ChartTooltip cursor={cursor} colors={colors} {...props} />}
    </div>
  );
}

const nearMarkerShare = 0.012;

function ChartTooltip(props: TimeSeriesChartProps & { cursor: CursorState; colors: ChartColors }) {
  const { cursor, colors, times, series, unit = 'count', markers = none } = props;
  const time = times[cursor.index];
  if (time === undefined) return null;
  const span = (props.to ?? times[times.length - 1] ?? 0) - (props.from ?? times[0] ?? 0);
  const near = markers.filter((marker) => Math.abs(marker.time - time) <= span * nearMarkerShare);
  return (
    <div
      className="qd-tooltip qd-chart-tip"
      style={{ left: cursor.left, transform: cursor.flip ? 'translateX(calc(-100% - 10px))' : 'translateX(10px)' }}
    >
      <div className="qd-muted">{formatUtc(time)}</div>
      {series.map((line, index) => (
        <div key={line.label} className="qd-chart-tip-line">
          <i style={{ background: seriesColor(colors, line, index) }} />
          {line.label}
          <b>{formatValue(line.values[cursor.index], unit)}</b>
        </div>
      ))}
      {near.map((marker) => (
        <div key={`${marker.time}-${marker.label}`} className="qd-chart-tip-line">
          <i style={{ background: marker.tone === 'unhealthy' ? colors.limit : colors.marker }} />
          {marker.label}
        </div>
      ))}
    </div>
  );
}
