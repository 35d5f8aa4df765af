import { TIME_RANGES, type CheckStats, type TimeRange } from '@quarterdeck/contract/health';
import { Select, Skeleton } from '@quarterdeck/ui';
import { lazy, Suspense } from 'react';
import { chartModel } from './chart-model.ts';

const HealthChart = lazy(() => import('./HealthChart.tsx'));

export interface HealthOverviewProps {
  checkName: string;
  stats: CheckStats | undefined;
  timeRange: TimeRange;
  limitMs: number | undefined;
  onTimeRangeChange(range: TimeRange): void;
}

const RANGE_OPTIONS = TIME_RANGES.map((value) => ({ value, label: value }));

/** Latency over the time range with the state underneath, its changes and the limit. */
export function HealthOverview({ checkName, stats, timeRange, limitMs, onTimeRangeChange }: HealthOverviewProps) {
  return (
    <section className="qd-pad qc-overview" aria-label="Health Overview">
      <div className="qc-overview-head">
        <h3>Health Overview</h3>
        <span className="qd-push">
          <Select size="s" aria-label="Time Range" value={timeRange} options={RANGE_OPTIONS} onChange={onTimeRangeChange} />
        </span>
      </div>
      <Suspense fallback={<Skeleton height={136} />}>
        {stats === undefined ? (
          <Skeleton height={136} />
        ) : (
          <HealthChart checkName={checkName} model={chartModel(stats, limitMs)} timeRange={timeRange} onTimeRangeChange={onTimeRangeChange} />
        )}
      </Suspense>
    </section>
  );
}
