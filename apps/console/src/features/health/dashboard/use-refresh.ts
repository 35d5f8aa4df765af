import type { RefreshRate } from '@quarterdeck/contract/health';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { summaryOptions } from '../../../lib/checks.ts';
import { useLiveState } from '../../../lib/live.ts';
import { useStored } from '../../../lib/stored.ts';
import { REFRESH_RATE_KEY } from './health-settings.ts';
import { allowedRate, isRefreshRate, pollIntervalMs } from './refresh-rate.ts';
import { strips } from './strips.ts';

/** The checks, read again by the timer, by hand, and when the time range changes. Source: spec 1 §4. */
export function useRefreshedChecks(timeRange: string | undefined) {
  const queries = useQueryClient();
  const [stored, setStored] = useStored(REFRESH_RATE_KEY);
  const liveState = useLiveState();
  const chosen: RefreshRate = isRefreshRate(stored) ? stored : 'None';
  const rate = allowedRate(chosen, timeRange);
  const query = useQuery({ ...summaryOptions, refetchInterval: pollIntervalMs(rate, liveState) ?? false });

  const readAt = query.dataUpdatedAt;
  const lastReadAt = useRef(readAt);
  useEffect(() => {
    if (lastReadAt.current !== 0 && liveState !== 'live' && readAt !== lastReadAt.current) strips.invalidate();
    lastReadAt.current = readAt;
  }, [readAt, liveState]);

  const lastRange = useRef(timeRange);
  useEffect(() => {
    if (lastRange.current === timeRange) return;
    lastRange.current = timeRange;
    void queries.invalidateQueries({ queryKey: summaryOptions.queryKey });
  }, [queries, timeRange]);

  return {
    query,
    rate,
    setRate: (next: RefreshRate) => setStored(next === 'None' ? null : next),
    refresh() {
      strips.invalidate();
      void queries.invalidateQueries({ queryKey: summaryOptions.queryKey });
    },
  };
}
