import { type CheckStats, TIME_RANGES, type TimeRange } from '@quarterdeck/contract/health';
import { Button, formatDuration, Select, Skeleton } from '@quarterdeck/ui';
import { ZoomOut } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { chartModel } from './chart-model.ts';
import { type CheckSpan, zoomText } from './check-span.ts';

const HealthChart = lazy(() => import('./HealthChart.tsx'));

export interface HealthOverviewProps {
  checkName: string;
  stats: CheckStats | undefined;
  span: CheckSpan;
  limitMs: number | undefined;
  onTimeRangeChange(range: TimeRange): void;
  /** Text of the dragged span for the address; undefined goes back to the whole range. */
  onZoom(zoom: string | undefined): void;
}

export const CHART_HEIGHT_PX = 136;
const RANGE_OPTIONS = TIME_RANGES.map((value) => ({ value, label: value }));

/** Latency over the time range with the state underneath, its changes and the limit. */
export function HealthOverview({ checkName, stats, span, limitMs, onTimeRangeChange, onZoom }: HealthOverviewProps) {
  const model = useMemo(() => (stats === undefined ? undefined : chartModel(stats, limitMs)), [stats, limitMs]);
  const blank = <Skeleton height={CHART_HEIGHT_PX} />;
  return (
    <section className="qd-pad qc-overview" aria-label="Health Overview">
      <div className="qc-overview-head">
        <h3>Health Overview</h3>
        <span className="qc-legend" aria-hidden>
          <span className="is-p95">p95</span>
          <span className="is-p50">p50</span>
          {limitMs !== undefined && <span className="is-limit">{formatDuration(limitMs)} limit</span>}
        </span>
        {span.zoom !== undefined && (
          <Button size="s" variant="ghost" icon={ZoomOut} onClick={() => onZoom(undefined)}>
            Reset zoom
          </Button>
        )}
        <Select size="s" aria-label="Time Range" value={span.timeRange} options={RANGE_OPTIONS} onChange={onTimeRangeChange} />
      </div>
      {model === undefined ? (
        blank
      ) : (
        <Suspense fallback={blank}>
          <HealthChart
            checkName={checkName}
            model={model}
            timeRange={span.timeRange}
            onZoom={(fromMs, toMs) => onZoom(zoomText(fromMs, toMs))}
          />
        </Suspense>
      )}
    </section>
  );
}
