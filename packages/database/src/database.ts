import type { Kysely } from 'kysely';
import type { DB } from './generated/schema.ts';

export type Engine = 'postgres' | 'embedded' | 'pglite';

export interface QueryResult<R> {
  rows: R[];
  /** Rows returned, or touched by a write. */
  rowCount: number;
}

export interface QueryOptions {
  /** Name of a prepared statement: the same name must always go with the same text. */
  name?: string;
  /** Not sent when already aborted; a running one is cancelled (on PGlite it runs to its end) and rejects with the signal's reason. */
  signal?: AbortSignal;
  /** How long to wait for the answer to a statement before the connection is given up; the database's own limit unless told, Infinity for none. */
  answerWithinMs?: number;
}

/** One statement of a batch. */
export interface BatchStatement {
  text: string;
  values?: readonly (string | null)[];
  /** As in QueryOptions. */
  name?: string;
}

export interface BatchOptions extends Pick<QueryOptions, 'signal' | 'answerWithinMs'> {
  /** Nothing is changed: when the connection breaks, nothing is left in doubt. */
  onlyReads?: boolean;
}

/** What runs statements: the pool itself, or one transaction of it. */
export interface Queryable {
  /**
   * Runs one statement with parameters, or a script of several without.
   * Values: int8 as number (bigint beyond 2^53), numeric as number, timestamptz as Date, json as parsed, date and interval as text.
   */
  query<R = unknown>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult<R>>;
  /** The same connection for typed queries. */
  readonly kysely: Kysely<DB>;
}

export type Transaction = Queryable;

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  /** As in QueryOptions, for each statement and for the commit. */
  answerWithinMs?: number;
}

export interface DatabaseFolder {
  readonly path: string;
  /** Remembers the newest migration beside the data, so that an older version refuses the folder before it opens it. */
  recordSchema(version: string): Promise<void>;
}

/**
 * The one pool that all SQL goes through; callers do not know the engine behind it. Failures of the connection reject with a
 * QuarterdeckError: DATABASE_UNAVAILABLE when nothing was changed, OUTCOME_UNKNOWN when it broke while a change was being committed.
 */
export interface Database extends Queryable {
  readonly engine: Engine;
  /** The data folder of an engine that this process started; absent for a server behind an address and for data in memory. */
  readonly folder?: DatabaseFolder;
  /** Address for a check of this database; of an engine of our own with an account that sees figures of the server but no rows. Absent on PGlite. */
  readonly probeUrl?: string;
  /** Runs work in a transaction: committed when it resolves, rolled back when it rejects. On PGlite everybody else waits meanwhile, so inside only `tx` may be used. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs statements together in one transaction and one round trip; answers the rows of the last one. */
  batch<R = unknown>(statements: readonly BatchStatement[], options?: BatchOptions): Promise<R[]>;
  /** Calls the handler for every notification of the channel until the returned function is called. A hint only: a lost connection is opened again. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** @param payload at most 7,999 bytes */
  notify(channel: string, payload: string): Promise<void>;
  /** Ends the connections, then the engine that this process started, and gives the data folder free. */
  close(): Promise<void>;
}
