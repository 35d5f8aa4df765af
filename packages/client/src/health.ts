import type {
  CheckArtifactRow,
  CheckDetail,
  CheckStats,
  CheckStatusRow,
  CheckSummary,
  Graph,
  Strips,
  Summary,
} from '@quarterdeck/contract/health';
import { CHECK_DETAIL_SELECT } from '@quarterdeck/contract/health';
import { ClientError } from './client-error.ts';
import { isRowId, type Page, readPage } from './rows.ts';
import type { Transport } from './transport.ts';

export interface HistoryRequest {
  checkId: string;
  /** Results after this instant, ISO 8601. */
  since: string;
  /** Results before this instant, ISO 8601. */
  until?: string | undefined;
  status?: 'healthy' | 'unhealthy' | undefined;
  /** Milliseconds. */
  atLeastMs?: number | undefined;
  /** Zero-based. */
  pageIndex: number;
  pageSize: number;
}

export interface HealthClient {
  /** Every check with its figures; an answer without checks has an empty list. Source: console-calls §1.3. */
  summary(signal?: AbortSignal): Promise<Summary & { checks_summary: CheckSummary[] }>;
  /** `start`: preset such as `3h`, or ISO 8601. */
  graph(checkId: string, start: string, signal?: AbortSignal): Promise<Graph>;
  /** At most STRIPS_MAX_IDS ids. */
  strips(ids: readonly string[], signal?: AbortSignal): Promise<Strips['strips']>;
  /** Rejects with code CHECK_NOT_FOUND when there is no such check. */
  check(checkId: string, signal?: AbortSignal): Promise<CheckDetail>;
  history(request: HistoryRequest, signal?: AbortSignal): Promise<Page<CheckStatusRow>>;
  /** Files that results of the check left behind, from the first to the last of these times of results, ISO 8601. */
  artifacts(checkId: string, span: { first: string; last: string }, signal?: AbortSignal): Promise<CheckArtifactRow[]>;
  /** `start`: preset such as `3mo`, or ISO 8601; `end`: ISO 8601, default now. */
  stats(checkId: string, span: { start: string; end?: string | undefined }, signal?: AbortSignal): Promise<CheckStats>;
  runNow(checkId: string): Promise<void>;
}

/** A run now may take as long as the longest check. */
const RUN_TIMEOUT_MS = 150_000;

function historyQuery(request: HistoryRequest): URLSearchParams {
  const query = new URLSearchParams({
    check_id: `eq.${request.checkId}`,
    time: `gt.${request.since}`,
    order: 'time.desc',
    limit: String(request.pageSize),
    offset: String(request.pageIndex * request.pageSize),
  });
  if (request.until !== undefined) query.append('time', `lt.${request.until}`);
  if (request.status !== undefined) query.set('status', request.status === 'healthy' ? 'eq.1' : 'eq.0');
  if (request.atLeastMs !== undefined) query.set('duration', `gte.${request.atLeastMs}`);
  return query;
}

/** Address of an artifact's content. */
export function artifactHref(artifactId: string): string {
  return `/api/artifacts/download/${encodeURIComponent(artifactId)}`;
}

function noSuchCheck(): ClientError {
  return new ClientError({ status: 404, code: 'CHECK_NOT_FOUND', message: 'Check not found' });
}

export function createHealthClient({ call }: Transport): HealthClient {
  return {
    async summary(signal) {
      const { body } = await call<Summary>('/api/canary/api/summary', { signal });
      return { ...body, checks_summary: body.checks_summary ?? [] };
    },
    async graph(checkId, start, signal) {
      const query = new URLSearchParams({ check: checkId, count: '300', start });
      return (await call<Graph>('/api/canary/api/graph', { query, signal })).body;
    },
    async strips(ids, signal) {
      const query = new URLSearchParams({ ids: ids.join(',') });
      return (await call<Strips>('/api/health/strips', { query, signal })).body.strips;
    },
    async check(checkId, signal) {
      if (!isRowId(checkId)) throw noSuchCheck();
      const query = new URLSearchParams({ id: `eq.${checkId}`, select: CHECK_DETAIL_SELECT });
      const [row] = (await call<CheckDetail[]>('/api/db/checks', { query, signal })).body;
      if (row === undefined) throw noSuchCheck();
      return row;
    },
    history: (request, signal) => readPage({ call }, '/api/db/check_statuses', historyQuery(request), signal),
    async artifacts(checkId, { first, last }, signal) {
      const query = new URLSearchParams({
        select: 'id,filename,size,check_time',
        check_id: `eq.${checkId}`,
        deleted_at: 'is.null',
        order: 'check_time.desc,filename',
      });
      query.append('check_time', `gte.${first}`);
      query.append('check_time', `lte.${last}`);
      return (await call<CheckArtifactRow[]>('/api/db/artifacts', { query, signal })).body;
    },
    async stats(checkId, { start, end }, signal) {
      const query = new URLSearchParams({ start, ...(end === undefined ? {} : { end }) });
      return (await call<CheckStats>(`/api/health/checks/${encodeURIComponent(checkId)}/stats`, { query, signal })).body;
    },
    async runNow(checkId) {
      const path = `/api/canary/run/check/${encodeURIComponent(checkId)}`;
      await call<unknown>(path, { method: 'POST', timeoutMs: RUN_TIMEOUT_MS });
    },
  };
}
