import type { Connection, ConnectionTested, ConnectionTestRequest, ConnectionWrite } from '@quarterdeck/contract/connections';
import { ClientError } from './client-error.ts';
import { containing } from './filter-text.ts';
import { isRowId, type Page, readPage } from './rows.ts';
import type { Transport } from './transport.ts';

/** Columns that the list sorts by. Source: console-calls §1.9. */
export type ConnectionSortColumn = 'name' | 'namespace' | 'type' | 'source' | 'created_by' | 'created_at' | 'updated_at';

export interface ConnectionListRequest {
  /** Default `created_at`, newest first. */
  sort?: { column: ConnectionSortColumn; desc: boolean } | undefined;
  /** Default 1000. */
  limit?: number | undefined;
}

export interface ConnectionSearchRequest extends ConnectionListRequest {
  /** Text inside name or namespace, in any case. */
  search?: string | undefined;
  /** Types that the text stands for as well, such as those whose titles hold it. */
  searchTypes?: readonly string[] | undefined;
  /** Only connections of this type. */
  type?: string | undefined;
}

/** Writes reject with CONFLICT when the name is taken in the namespace, and with READ_ONLY_SOURCE when the connection comes from elsewhere. */
export interface ConnectionClient {
  /** Undeleted connections, secrets masked. */
  list(request?: ConnectionListRequest, signal?: AbortSignal): Promise<Connection[]>;
  /** The first of the undeleted connections that match, and how many do. */
  search(request: ConnectionSearchRequest, signal?: AbortSignal): Promise<Page<Connection>>;
  /** Rejects with CONNECTION_NOT_FOUND when there is none, or it is deleted. */
  get(id: string, signal?: AbortSignal): Promise<Connection>;
  create(connection: ConnectionWrite): Promise<Connection>;
  /** Secrets that are `***` stay as they are. */
  update(id: string, connection: ConnectionWrite): Promise<Connection>;
  /** Soft delete; `restore` takes it back. */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Rejects with CONNECTION_TEST_FAILED and what the system said, NOT_IMPLEMENTED, CONNECTION_NOT_FOUND or SECRET_UNREADABLE. */
  test(id: string, signal?: AbortSignal): Promise<ConnectionTested>;
  /** Tests a form as it stands; nothing is stored. */
  testUnsaved(request: ConnectionTestRequest, signal?: AbortSignal): Promise<ConnectionTested>;
}

const TEST_TIMEOUT_MS = 60_000;
const WITH_CREATOR = '*,created_by(id,name,avatar)';
const PATH = '/api/db/connections';

/** Codes of the row API that have a meaning of their own here. */
const CODES: Readonly<Record<string, string>> = {
  '23505': 'CONFLICT',
  PT409: 'READ_ONLY_SOURCE',
  '23502': 'BAD_REQUEST',
  '23514': 'BAD_REQUEST',
};

function named(error: unknown): unknown {
  const code = error instanceof ClientError ? CODES[error.code] : undefined;
  if (!(error instanceof ClientError) || code === undefined) return error;
  const { status, message, hint } = error;
  return new ClientError({ status, code, message, hint, cause: error });
}

function notFound(): ClientError {
  return new ClientError({ status: 404, code: 'CONNECTION_NOT_FOUND', message: 'Connection not found' });
}

/** One undeleted connection. */
function only(id: string): URLSearchParams {
  return new URLSearchParams({ id: `eq.${id}`, deleted_at: 'is.null', select: WITH_CREATOR });
}

function listQuery({ sort = { column: 'created_at', desc: true }, limit = 1000 }: ConnectionListRequest): URLSearchParams {
  const order = `${sort.column}.${sort.desc ? 'desc' : 'asc'}.nullslast,id.asc`;
  return new URLSearchParams({ select: WITH_CREATOR, deleted_at: 'is.null', order, limit: String(limit) });
}

function searchQuery(request: ConnectionSearchRequest): URLSearchParams {
  const query = listQuery(request);
  const { search = '', searchTypes = [], type } = request;
  const wanted = search.trim();
  if (type !== undefined) query.set('type', `eq.${type}`);
  if (wanted !== '') {
    const texts = ['name', 'namespace'].map((column) => `${column}.ilike.${containing(wanted)}`);
    const types = searchTypes.length === 0 ? [] : [`type.in.(${searchTypes.join(',')})`];
    query.set('or', `(${[...texts, ...types].join(',')})`);
  }
  return query;
}

export function createConnectionClient({ call }: Transport): ConnectionClient {
  async function write(method: 'POST' | 'PATCH', query: URLSearchParams, body: unknown): Promise<Connection> {
    const headers = { prefer: 'return=representation' };
    try {
      const [row] = (await call<Connection[]>(PATH, { method, query, body, headers })).body;
      if (row === undefined) throw notFound();
      return row;
    } catch (error) {
      if (error instanceof ClientError && error.status === 404) throw notFound();
      throw named(error);
    }
  }

  async function test(path: string, body: unknown, signal: AbortSignal | undefined): Promise<ConnectionTested> {
    return (await call<ConnectionTested>(path, { method: 'POST', body, signal, timeoutMs: TEST_TIMEOUT_MS })).body;
  }

  return {
    async list(request = {}, signal) {
      return (await call<Connection[]>(PATH, { query: listQuery(request), signal })).body;
    },
    search: (request, signal) => readPage({ call }, PATH, searchQuery(request), signal),
    async get(id, signal) {
      if (!isRowId(id)) throw notFound();
      const [row] = (await call<Connection[]>(PATH, { query: only(id), signal })).body;
      if (row === undefined) throw notFound();
      return row;
    },
    create: (connection) => write('POST', new URLSearchParams({ select: WITH_CREATOR }), { source: 'UI', ...connection }),
    update: (id, connection) => write('PATCH', only(id), connection),
    async remove(id) {
      await write('PATCH', only(id), { deleted_at: 'now()' });
    },
    async restore(id) {
      const query = new URLSearchParams({ id: `eq.${id}`, select: WITH_CREATOR });
      await write('PATCH', query, { deleted_at: null });
    },
    test: (id, signal) => test(`/api/connection/test/${encodeURIComponent(id)}`, undefined, signal),
    testUnsaved: (request, signal) => test('/api/connections/test', request, signal),
  };
}
