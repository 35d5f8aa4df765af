import { type ResultState, unpackResult } from '@quarterdeck/contract/health';
import { type HealthState, StatusStrip, type StripItem } from '@quarterdeck/ui';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { strips } from './strips.ts';

const STATES: Readonly<Record<ResultState, HealthState>> = {
  healthy: 'healthy',
  unhealthy: 'unhealthy',
  warning: 'warning',
  invalid: 'unknown',
};

/** How many results a row, a row with the age of its last run, and a card show. */
const RESULTS = { row: 24, short: 9, card: 36 } as const;

export interface CheckStripProps {
  id: string;
  name: string;
  /** `card` stretches over its card. Default `row`. */
  size?: keyof typeof RESULTS;
}

/** The status strip of one check; it is read when it comes into view and follows the live stream. */
export function CheckStrip({ id, name, size = 'row' }: CheckStripProps) {
  const subscribe = useCallback((listener: () => void) => strips.subscribe(id, listener), [id]);
  const strip = useSyncExternalStore(subscribe, () => strips.get(id));
  const length = RESULTS[size];
  const items = useMemo<readonly StripItem[]>(
    () =>
      (strip ?? []).slice(-length).map((packed) => {
        const { state, durationMs } = unpackResult(packed);
        return { state: STATES[state], value: durationMs };
      }),
    [strip, length],
  );
  if (items.length === 0) return <span className={`dash-no-strip is-${size}`} aria-hidden />;
  if (size !== 'card') return <StatusStrip items={items} name={name} />;
  // The newest result stands at the right edge, and bars are as wide as in the other cards.
  return (
    <span className="dash-card-strip" style={{ width: `${(items.length / length) * 100}%` }}>
      <StatusStrip items={items} name={name} bar={5} height={20} fill />
    </span>
  );
}

/** When the check last ran, in milliseconds: what the live stream told, or the summary. */
export function useLastRuntimeMs(id: string, summaryTime: string | undefined): number | undefined {
  const subscribe = useCallback((listener: () => void) => strips.subscribe(id, listener), [id]);
  const liveMs = useSyncExternalStore(subscribe, () => strips.lastRuntimeMs(id));
  const summaryMs = summaryTime === undefined ? undefined : Date.parse(summaryTime);
  if (liveMs === undefined) return summaryMs;
  return summaryMs === undefined ? liveMs : Math.max(liveMs, summaryMs);
}
