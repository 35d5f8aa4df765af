import type { HealthState } from '../state/health.ts';
import type { ChartSeries } from './chart-model.ts';

/** Colours of a chart as the canvas needs them. */
export interface ChartColors {
  series: readonly string[];
  muted: string;
  fill: string;
  grid: string;
  axis: string;
  limit: string;
  marker: string;
  text: string;
  ground: string;
  states: Record<HealthState, string>;
}

/** Reads the tokens of the theme that is shown now. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    series: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`series-${number}`)),
    muted: token('n-500'),
    fill: token('chart-fill'),
    grid: token('chart-grid'),
    axis: token('chart-axis'),
    limit: token('unhealthy-fill'),
    marker: token('chart-marker'),
    text: token('text-2'),
    ground: token('surface-raised'),
    states: {
      healthy: token('healthy-quiet'),
      warning: token('warning-fill'),
      mixed: token('warning-fill'),
      unhealthy: token('unhealthy-fill'),
      unknown: token('n-300'),
      suspended: token('n-400'),
    },
  };
}

export function seriesColor(colors: ChartColors, { color }: ChartSeries, index: number): string {
  if (color === 'muted') return colors.muted;
  return colors.series[(color ?? index + 1) - 1] ?? colors.muted;
}
