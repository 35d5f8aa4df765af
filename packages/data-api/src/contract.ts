import type { DataCaller } from './caller.ts';
import type { RelationPolicy } from './policy.ts';

/** Runs statements of one transaction. All values are text: the SQL casts them itself, so every engine treats them alike. */
export interface DataApiTransaction {
  query<R = unknown>(
    text: string,
    values?: readonly unknown[],
    options?: { name?: string; signal?: AbortSignal },
  ): Promise<{ rows: R[]; rowCount: number }>;
}

/** One statement of a batch; a name goes with the same text always. */
export interface BatchedStatement {
  text: string;
  values: readonly string[];
  name?: string;
}

/** What is needed of a database. A failed statement rejects with an error that has PostgreSQL's `code`, `message`, `detail` and `hint`. */
export interface DataApiDatabase extends DataApiTransaction {
  /** Runs statements together in one transaction and one round trip, and answers the rows of the last one. Transactions are used without it. */
  batch?<R = unknown>(
    statements: readonly BatchedStatement[],
    options?: { onlyReads?: boolean; signal?: AbortSignal; answerWithinMs?: number },
  ): Promise<R[]>;
  /** Commits when `work` resolves and rolls back when it rejects. */
  transaction<T>(
    work: (tx: DataApiTransaction) => Promise<T>,
    options?: { readOnly?: boolean; answerWithinMs?: number },
  ): Promise<T>;
}

/** Deviations from PostgREST 10 that the console needs (console-calls §5.2–5.5, §6); each is on unless set to false. */
export interface Tolerances {
  /** An order by a column that does not exist falls back to the relation's default order. */
  unknownOrderColumn?: boolean;
  /** `{column}.filter=` match lists and date math. */
  matchLists?: boolean;
  /** Several `select` parameters are merged (otherwise the first one holds). */
  mergeSelects?: boolean;
  /** An offset past the last row is refused in words (otherwise 416 has an empty list). */
  refuseOffside?: boolean;
  /** A filter on a relation that was not selected is a condition on the rows (otherwise it is refused). Reads only. */
  unselectedFilters?: boolean;
  /** Written rows may hold what was embedded in them when they were read. */
  loadedRows?: boolean;
  /** Of several `order` parameters the last one holds (otherwise the first). */
  lastOrderWins?: boolean;
}

export interface DataApiLimits {
  /** Characters of the raw query string. */
  queryLength?: number;
  bodyBytes?: number;
  /** Levels of embedded relations. */
  embedDepth?: number;
  /** Levels of and/or. */
  logicDepth?: number;
  /** Select items, filters and order terms together. */
  nodes?: number;
}

export interface SessionSettings {
  /** Role that the statements run as (SET LOCAL ROLE). */
  role?: string;
  /** With it the search path is the request's schema and then these; without it the connection's holds. */
  extraSearchPath?: readonly string[];
  /** Function without parameters that runs before each request. */
  preRequest?: { schema: string; name: string };
  /**
   * SQL sees the request in request.method, request.path, request.headers, request.cookies and request.jwt.claims, and changes the
   * answer by response.status and response.headers.
   */
  httpSettings?: boolean;
}

export type TransactionEnd = 'commit' | 'commit-or-choose' | 'rollback' | 'rollback-or-choose';

export interface DataApiOptions {
  db: DataApiDatabase;
  /** Exposed schemas; a request reaches the first one unless it names another by Accept-Profile or Content-Profile. */
  schemas: readonly string[];
  relations?: RelationPolicy;
  /** Rows of one answer and of each embedded list; 2,000 unless told, Infinity for none. */
  maxRows?: number;
  /** 15,000 unless told; 0 for none. */
  statementTimeoutMs?: number;
  tolerances?: Tolerances;
  limits?: DataApiLimits;
  /** PATCH and DELETE without any filter are refused unless this is true. */
  allowUnfilteredWrites?: boolean;
  /** How a transaction ends, and whether `Prefer: tx=` may choose. Commit without a choice unless told. */
  transactionEnd?: TransactionEnd;
  /** Status of a privilege that is missing: 401 for callers who are not signed in, 403 (the default) otherwise. */
  deniedStatus?: 401 | 403;
  /** Whether the empty path answers an OpenAPI document; false unless told. */
  hasDocument?: boolean;
  /** What every transaction is given besides its caller. */
  session?: SessionSettings;
  now?: () => Date;
  /** Whether a rejection of `db` means that the database is away for the moment; such requests answer 503. */
  isUnavailable?: (error: unknown) => boolean;
  /** Whether a rejection of `db` leaves open if a change was saved; such requests answer 503 and say so. */
  isOutcomeUnknown?: (error: unknown) => boolean;
  /** Hears of failures that are ours, not the caller's. */
  onError?: (error: unknown, request: DataRequest) => void;
}

export interface DataRequest {
  method: string;
  /** Percent-encoded, after /db/: "checks" or "rpc/f". */
  path: string;
  /** Raw, with or without the leading question mark. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body?: string | Uint8Array;
  /** Becomes the settings request.role and request.person_id of the transaction. */
  caller?: DataCaller;
  signal?: AbortSignal;
}

export interface DataResponse {
  status: number;
  headers: Record<string, string>;
  /** Values of the Set-Cookie headers that SQL asked for. */
  cookies?: readonly string[];
  /** Text as PostgreSQL built it, or the bytes of a bytea column. */
  body: string | Uint8Array;
  /** What a write of rows did: how many there were, and the columns that the body set. */
  written?: { rows: number; columns: readonly string[] };
}

export interface DataApi {
  handle(request: DataRequest): Promise<DataResponse>;
  /** Reads the schema again; requests under way keep the one they began with. */
  refresh(): Promise<void>;
}
