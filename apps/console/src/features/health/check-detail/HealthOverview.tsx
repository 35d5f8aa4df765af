import type { CheckStats, TimeRange } from '@quarterdeck/contract/health';
import { Button, lazyPart, Skeleton } from '@quarterdeck/ui';
import { ZoomOut } from 'lucide-react';
import { useMemo } from 'react';
import { LatePart } from '../../../lib/LatePart.tsx';
import { chartModel } from './chart-model.ts';
import { type CheckSpan, zoomText } from './check-span.ts';
import { TimeRangeSelect } from './TimeRangeSelect.tsx';

const HealthChart = lazyPart(async () => (await import('./HealthChart.tsx')).default);

export interface HealthOverviewProps {
  checkName: string;
  stats: CheckStats | undefined;
  span: CheckSpan;
  limitMs: number | undefined;
  /** The full page has room for a taller chart. */
  isWide: boolean;
  onTimeRangeChange(range: TimeRange): void;
  /** Text of the dragged span for the address; undefined goes back to the whole range. */
  onZoom(zoom: string | undefined): void;
}

const CHART_HEIGHT_PX = { panel: 136, page: 208 } as const;

/** Latency over the time range with the state underneath, its changes and the limit. */
export function HealthOverview({ checkName, stats, span, limitMs, isWide, onTimeRangeChange, onZoom }: HealthOverviewProps) {
  const heightPx = CHART_HEIGHT_PX[isWide ? 'page' : 'panel'];
  const model = useMemo(() => (stats === undefined ? undefined : chartModel(stats, limitMs)), [stats, limitMs]);
  const blank = (
    <div className="qc-overview-blank">
      <Skeleton height={heightPx} />
    </div>
  );
  return (
    <section
      className={span.zoom === undefined ? 'qd-pad qc-overview' : 'qd-pad qc-overview is-zoomed'}
      aria-label="Health Overview"
    >
      <div className="qc-overview-head">
        <h3>Health Overview</h3>
        {span.zoom !== undefined && (
          <Button size="s" variant="ghost" icon={ZoomOut} onClick={() => onZoom(undefined)}>
            Reset zoom
          </Button>
        )}
        <TimeRangeSelect value={span.timeRange} onChange={onTimeRangeChange} />
      </div>
      {model === undefined ? (
        blank
      ) : (
        <LatePart fallback={blank}>
          <HealthChart
            label={`Latency of ${checkName} ${span.zoom === undefined ? `in the last ${span.timeRange}` : 'in the chosen span'}`}
            model={model}
            height={heightPx}
            onZoom={(fromMs, toMs) => onZoom(zoomText(fromMs, toMs))}
          />
        </LatePart>
      )}
    </section>
  );
}
