import { DEFAULT_STALE_MS, type HealthState } from '@quarterdeck/contract/health';
import { formatNumber, formatUtcClock, HealthGlyph, healthWord, Link, PageHeader, Stale, useNow } from '@quarterdeck/ui';
import { useCallback } from 'react';
import type { HealthCounts } from './check-health.ts';

const ORDER: readonly HealthState[] = ['unhealthy', 'warning', 'unknown', 'suspended', 'healthy'];
const ALWAYS_SHOWN: ReadonlySet<HealthState> = new Set(['unhealthy', 'healthy']);

export interface HealthHeadProps {
  counts: HealthCounts | undefined;
  statuses: readonly HealthState[];
  hrefOf(status: HealthState | undefined): string;
  asOf: string | undefined;
  /** Why the figures could not be read again; they stay as they are. */
  failure: string | undefined;
  onRetry(): void;
}

/** When the figures were read; they turn to the stale style after the time they count as fresh. */
function FiguresAsOf({ time }: { time: string }) {
  const readMs = Date.parse(time);
  const isStale = useNow(useCallback((nowMs: number) => nowMs - readMs > DEFAULT_STALE_MS, [readMs]));
  const text = <span className="qd-asof">as of {formatUtcClock(time)} UTC</span>;
  if (!isStale) return text;
  return (
    <Stale measuredAt={time} freshUntil={readMs + DEFAULT_STALE_MS}>
      {text}
    </Stale>
  );
}

/** Title, and the counts by state as links to the checks behind them. */
export function HealthHead({ counts, statuses, hrefOf, asOf, failure, onRetry }: HealthHeadProps) {
  return (
    <PageHeader
      title="Health"
      actions={
        <>
          {failure !== undefined && (
            <span className="dash-failure" role="status">
              {failure}
              <button type="button" className="qd-link" onClick={onRetry}>
                Retry
              </button>
            </span>
          )}
          {asOf !== undefined && <FiguresAsOf time={asOf} />}
        </>
      }
    >
      {counts && (
        <nav className="qd-counts" aria-label="Checks by state">
          {ORDER.filter((state) => counts[state] > 0 || ALWAYS_SHOWN.has(state)).map((state) => {
            const isCurrent = statuses.length === 1 && statuses[0] === state;
            return (
              <Link
                key={state}
                className={`dash-count dash-count-${state}`}
                href={hrefOf(isCurrent ? undefined : state)}
                aria-current={isCurrent ? 'true' : undefined}
              >
                <HealthGlyph state={state} label="" />
                <b>{formatNumber(counts[state])}</b> {healthWord(state).toLowerCase()}
              </Link>
            );
          })}
        </nav>
      )}
    </PageHeader>
  );
}
