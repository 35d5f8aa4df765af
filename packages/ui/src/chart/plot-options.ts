import type uPlot from 'uplot';
import { type ChartColors, seriesColor } from './chart-colors.ts';
import { type ChartOverlay, chartFont, drawOverlay } from './chart-drawing.ts';
import {
  axisTime,
  type ChartSeries,
  type ChartUnit,
  formatTick,
  highestValue,
  lonelyValues,
  niceTicks,
  timeTicks,
} from './chart-model.ts';

export interface PlotInput {
  series: readonly ChartSeries[];
  unit: ChartUnit;
  from: number;
  to: number;
  overlay: ChartOverlay;
  colors: ChartColors;
  width: number;
  height: number;
  onCursor(plot: uPlot): void;
  onSelect(from: number, to: number): void;
  canZoom: boolean;
}

/** Diameter of a value that stands alone. */
const POINT_PX = 4;
const leastDragPx = 6;
const tickGapPx = 84;

/** Everything uPlot needs to draw one chart. */
export function plotOptions(input: PlotInput): uPlot.Options {
  const { series, unit, from, to, overlay, colors, width, height, canZoom } = input;
  const ticks = niceTicks(highestValue(series, overlay.limit), height < 110 ? 2 : 3, unit);
  const top = ticks[ticks.length - 1] ?? 1;
  const widest = Math.max(...ticks.map((tick) => formatTick(tick, unit).length));
  const hasBands = overlay.bands.length > 0;
  return {
    width,
    height,
    ms: 1,
    padding: [overlay.markers.length > 0 ? 10 : 6, 1, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: canZoom, y: false, setScale: false, dist: leastDragPx },
      points: { size: 7, width: 2, stroke: colors.ground, fill: (_, index) => seriesStroke(input, index) },
    },
    scales: { x: { time: true, range: () => [from, to] }, y: { range: () => [0, top] } },
    axes: [
      {
        stroke: colors.axis,
        font: chartFont,
        grid: { show: false },
        ticks: { show: false },
        gap: hasBands ? 10 : 6,
        size: hasBands ? 26 : 22,
        splits: (plot) => [...timeTicks(from, to, plot.bbox.width / devicePixelRatio, tickGapPx)],
        values: (_, splits) => splits.map((time) => axisTime(time, to - from)),
      },
      {
        stroke: colors.axis,
        font: chartFont,
        grid: { stroke: colors.grid, width: 1 },
        ticks: { show: false },
        gap: 8,
        size: 14 + 6 * widest,
        splits: () => [...ticks],
        values: (_, splits) => splits.map((tick) => formatTick(tick, unit)),
      },
    ],
    series: [
      {},
      ...series.map((line, index) => ({
        label: line.label,
        stroke: seriesColor(colors, line, index),
        width: line.color === 'muted' ? 1.25 : 1.5,
        fill: line.area ? colors.fill : undefined,
        points: pointsOf(line),
        spanGaps: false,
      })),
    ],
    hooks: {
      draw: [(plot) => drawOverlay(plot, overlay, colors)],
      setCursor: [input.onCursor],
      setSelect: [
        (plot) => {
          const { left, width: dragged } = plot.select;
          if (dragged < leastDragPx) return;
          input.onSelect(Math.round(plot.posToVal(left, 'x')), Math.round(plot.posToVal(left + dragged, 'x')));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

function seriesStroke({ series, colors }: PlotInput, index: number) {
  const line = series[index - 1];
  return line ? seriesColor(colors, line, index - 1) : colors.muted;
}

/** A value between two gaps has no line: it is drawn as a point, and only it. */
function pointsOf({ values }: ChartSeries): uPlot.Series.Points {
  const lonely = lonelyValues(values);
  return { show: lonely.length > 0, filter: () => [...lonely], size: POINT_PX };
}
