import {
  type CheckDetail,
  type CheckStatusRow,
  DEFAULT_STALE_MS,
  HISTORY_PAGE_SIZE,
  HISTORY_STALE_MS,
} from '@quarterdeck/contract/health';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { groupByResult } from './artifact-list.ts';
import { type CheckSpan, spanInstants, spanRequest } from './check-span.ts';

/** Keys of everything that is cached about one check. */
export const checkKeys = {
  all: (checkId: string) => ['check', checkId] as const,
  detail: (checkId: string) => ['check', checkId, 'detail'] as const,
  stats: (checkId: string) => ['check', checkId, 'stats'] as const,
  history: (checkId: string) => ['check', checkId, 'history'] as const,
  strip: (checkId: string) => ['check', checkId, 'strip'] as const,
};

export interface HistoryFilter extends CheckSpan {
  readonly status: 'healthy' | 'unhealthy' | undefined;
  /** Milliseconds. */
  readonly atLeastMs: number | undefined;
  /** Zero-based. */
  readonly page: number;
}

export function checkOptions(checkId: string) {
  return queryOptions({
    queryKey: checkKeys.detail(checkId),
    queryFn: ({ signal }) => client.health.check(checkId, signal),
    staleTime: DEFAULT_STALE_MS,
  });
}

export function statsOptions(checkId: string, span: CheckSpan) {
  return queryOptions({
    queryKey: [...checkKeys.stats(checkId), span],
    queryFn: ({ signal }) => client.health.stats(checkId, spanRequest(span), signal),
    staleTime: HISTORY_STALE_MS,
  });
}

export function historyOptions(checkId: string, { status, atLeastMs, page, timeRange, zoom }: HistoryFilter) {
  return queryOptions({
    queryKey: [...checkKeys.history(checkId), { status, atLeastMs, page, timeRange, zoom }],
    queryFn: ({ signal }) => {
      const instants = spanInstants({ timeRange, zoom }, Date.now());
      return client.health.history(
        { checkId, ...instants, status, atLeastMs, pageIndex: page, pageSize: HISTORY_PAGE_SIZE },
        signal,
      );
    },
    staleTime: HISTORY_STALE_MS,
  });
}

/** The files that the shown results left behind, by the time of the result. */
export function artifactsOptions(checkId: string, rows: readonly Pick<CheckStatusRow, 'time'>[]) {
  const times = rows.map((row) => row.time).sort();
  const [first = '', last = first] = [times[0], times.at(-1)];
  return queryOptions({
    queryKey: [...checkKeys.history(checkId), 'artifacts', first, last],
    queryFn: async ({ signal }) => groupByResult(await client.health.artifacts(checkId, { first, last }, signal)),
    enabled: times.length > 0,
    staleTime: HISTORY_STALE_MS,
  });
}

export function stripOptions(checkId: string) {
  return queryOptions({
    queryKey: checkKeys.strip(checkId),
    queryFn: async ({ signal }) => (await client.health.strips([checkId], signal))[checkId] ?? [],
    staleTime: HISTORY_STALE_MS,
  });
}

/** The newest result alone: what the last run said. */
export function latestOptions(check: Pick<CheckDetail, 'id' | 'last_runtime'>) {
  const lastMs = check.last_runtime === null ? Date.now() : Date.parse(check.last_runtime);
  return queryOptions({
    queryKey: [...checkKeys.history(check.id), 'latest', check.last_runtime],
    queryFn: ({ signal }) =>
      client.health.history(
        { checkId: check.id, since: new Date(lastMs - 1000).toISOString(), pageIndex: 0, pageSize: 1 },
        signal,
      ),
    staleTime: HISTORY_STALE_MS,
  });
}
