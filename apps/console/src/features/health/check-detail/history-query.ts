import { HISTORY_PAGE_SIZE, type TimeRange, timeRangeMs } from '@quarterdeck/contract/health';

export interface HistoryFilter {
  readonly checkId: string;
  readonly timeRange: TimeRange;
  readonly status: 'healthy' | 'unhealthy' | undefined;
  /** Milliseconds. */
  readonly atLeastMs: number | undefined;
  /** Zero-based. */
  readonly page: number;
}

const COLUMNS = 'time,duration,status,invalid,message,error';

/** Row-API query of one page of the history, newest first. Source: console-calls §1.3, GET /api/db/check_statuses. */
export function historyQuery(filter: HistoryFilter, now: Date): string {
  const from = new Date(now.getTime() - (timeRangeMs(filter.timeRange) ?? 0));
  const query = new URLSearchParams({
    select: COLUMNS,
    check_id: `eq.${filter.checkId}`,
    time: `gt.${from.toISOString()}`,
    order: 'time.desc',
  });
  if (filter.status !== undefined) query.set('status', filter.status === 'healthy' ? 'eq.1' : 'eq.0');
  if (filter.atLeastMs !== undefined) query.set('duration', `gte.${filter.atLeastMs}`);
  query.set('limit', String(HISTORY_PAGE_SIZE));
  query.set('offset', String(filter.page * HISTORY_PAGE_SIZE));
  return query.toString();
}

/** Total of a counted answer from its `content-range` header, such as `0-49/180`; undefined when it carries none. */
export function totalFromContentRange(header: string | null): number | undefined {
  const total = /\/(\d+)$/.exec(header ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}
