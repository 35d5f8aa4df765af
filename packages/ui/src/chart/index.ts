export type { ChartBand, ChartLimit, ChartMarker, ChartSeries, ChartUnit } from './chart-model.ts';
export { TimeSeriesChart, type TimeSeriesChartProps } from './TimeSeriesChart.tsx';
