import type { CanaryListRow, CanaryRow, CanaryWrite, CanaryWritten, TryRequest, TryResponse } from '@quarterdeck/contract/health';
import { ClientError } from './client-error.ts';
import { containing } from './filter-text.ts';
import { isRowId, type Page, readPage } from './rows.ts';
import type { Transport } from './transport.ts';

export interface CanaryPageRequest {
  /** Zero-based. */
  pageIndex: number;
  pageSize: number;
  /** Column of `canaries_with_status`; default `created_at`, newest first. */
  sort?: { column: string; desc: boolean } | undefined;
  /** Text inside name, namespace, source or schedule, in any case. */
  search?: string | undefined;
}

export interface CanaryClient {
  /** Undeleted canaries with the state of their last run, by name, at most `limit` (default 500). */
  list(options?: { limit?: number; signal?: AbortSignal | undefined }): Promise<CanaryListRow[]>;
  /** One page of undeleted canaries with the state of their last run. */
  page(request: CanaryPageRequest, signal?: AbortSignal): Promise<Page<CanaryListRow>>;
  /** Rejects with code CANARY_NOT_FOUND when there is no such canary. */
  get(id: string, signal?: AbortSignal): Promise<CanaryRow>;
  create(canary: CanaryWrite): Promise<CanaryWritten>;
  update(id: string, canary: CanaryWrite): Promise<CanaryWritten>;
  /** Soft delete; `restore` takes it back. */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Runs an unsaved definition once; nothing is stored. */
  try(request: TryRequest, signal?: AbortSignal): Promise<TryResponse>;
}

const TRY_TIMEOUT_MS = 150_000;

const WITH_CREATOR = '*,created_by(id,name,avatar)';

const SEARCHED = ['name', 'namespace', 'source', 'schedule'];

function pageQuery({ pageIndex, pageSize, sort, search = '' }: CanaryPageRequest): URLSearchParams {
  const { column, desc } = sort ?? { column: 'created_at', desc: true };
  const query = new URLSearchParams({
    select: WITH_CREATOR,
    order: `${column}.${desc ? 'desc' : 'asc'}.nullslast,id.asc`,
    limit: String(pageSize),
    offset: String(pageIndex * pageSize),
  });
  const wanted = search.trim();
  if (wanted !== '') query.set('or', `(${SEARCHED.map((name) => `${name}.ilike.${containing(wanted)}`).join(',')})`);
  return query;
}

function noSuchCanary(): ClientError {
  return new ClientError({ status: 404, code: 'CANARY_NOT_FOUND', message: 'Canary not found' });
}

export function createCanaryClient({ call }: Transport): CanaryClient {
  const path = (id: string) => `/api/health/canaries/${encodeURIComponent(id)}`;
  return {
    async list({ limit = 500, signal } = {}) {
      const query = new URLSearchParams({ select: WITH_CREATOR, order: 'name.asc', limit: String(limit) });
      return (await call<CanaryListRow[]>('/api/db/canaries_with_status', { query, signal })).body;
    },
    page: (request, signal) => readPage({ call }, '/api/db/canaries_with_status', pageQuery(request), signal),
    async get(id, signal) {
      if (!isRowId(id)) throw noSuchCanary();
      const query = new URLSearchParams({ id: `eq.${id}`, select: '*' });
      const [row] = (await call<CanaryRow[]>('/api/db/canaries', { query, signal })).body;
      if (row === undefined) throw noSuchCanary();
      return row;
    },
    async create(canary) {
      return (await call<CanaryWritten>('/api/health/canaries', { method: 'POST', body: canary })).body;
    },
    async update(id, canary) {
      return (await call<CanaryWritten>(path(id), { method: 'PUT', body: canary })).body;
    },
    async remove(id) {
      await call<unknown>(path(id), { method: 'DELETE' });
    },
    async restore(id) {
      await call<unknown>(`${path(id)}/restore`, { method: 'POST' });
    },
    async try(request, signal) {
      const options = { method: 'POST', body: request, signal, timeoutMs: TRY_TIMEOUT_MS } as const;
      return (await call<TryResponse>('/api/health/canaries/try', options)).body;
    },
  };
}
