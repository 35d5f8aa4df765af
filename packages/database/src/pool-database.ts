import { AsyncLocalStorage } from 'node:async_hooks';
import { QuarterdeckError } from '@quarterdeck/contract';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { Batch } from './batch.ts';
import type {
  BatchOptions,
  BatchStatement,
  Database,
  DatabaseFolder,
  Engine,
  Queryable,
  QueryOptions,
  QueryResult,
  Transaction,
  TransactionOptions,
} from './database.ts';
import { commitFailure, databaseFailure, onlyReads, silentDatabase } from './database-failure.ts';
import type { DB } from './generated/schema.ts';
import type { NotificationListener } from './notification-listener.ts';

export interface PoolDatabaseOptions {
  engine: Engine;
  pool: pg.Pool;
  listener: NotificationListener;
  folder?: DatabaseFolder;
  probeUrl?: string;
  /** Ends the statement of the session with this process id; absent where the engine cannot. */
  cancelStatement?(processId: number): Promise<void>;
  /** How long to wait for the answer to a statement when its caller does not say; no limit unless told. */
  answerWithinMs?: number;
  stopEngine?(): Promise<void>;
}

/** The pool interface over `pg`, for every engine. */
export class PoolDatabase implements Database {
  readonly engine: Engine;
  readonly kysely: Kysely<DB>;
  readonly folder?: DatabaseFolder;
  readonly probeUrl?: string;
  readonly #options: PoolDatabaseOptions;
  readonly #scope = new AsyncLocalStorage<{ open: boolean }>();
  #closing: Promise<void> | undefined;

  constructor(options: PoolDatabaseOptions) {
    this.engine = options.engine;
    this.#options = options;
    if (options.folder !== undefined) this.folder = options.folder;
    if (options.probeUrl !== undefined) this.probeUrl = options.probeUrl;
    this.kysely = kyselyOn(() => this.#borrow());
  }

  async query<R = unknown>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult<R>> {
    options?.signal?.throwIfAborted();
    const client = await this.#borrow();
    let broken = false;
    try {
      return await this.#run<R>(client, text, values, options);
    } catch (error) {
      broken = error instanceof QuarterdeckError;
      throw onlyReads(text) ? error : commitFailure(error);
    } finally {
      client.release(broken);
    }
  }

  async batch<R = unknown>(statements: readonly BatchStatement[], options: BatchOptions = {}): Promise<R[]> {
    options.signal?.throwIfAborted();
    const client = await this.#borrow();
    let broken = false;
    try {
      return await this.#send(client, options, () => {
        return new Promise<R[]>((resolve, reject) => client.query(new Batch(statements, { resolve, reject })));
      });
    } catch (error) {
      broken = error instanceof QuarterdeckError;
      throw options.onlyReads === true ? error : commitFailure(error);
    } finally {
      client.release(broken);
    }
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const client = await this.#borrow();
    const scope = { open: true };
    const limit = options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs };
    let broken: Error | undefined;
    try {
      await this.#run(client, beginStatement(options), undefined, limit);
      const result = await this.#scope.run(scope, () => work(this.#transactionOn(client, limit)));
      await this.#commit(client, options);
      return result;
    } catch (error) {
      await this.#run(client, 'ROLLBACK', undefined, limit).catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      scope.open = false;
      client.release(broken);
    }
  }

  async #commit(client: pg.PoolClient, options: TransactionOptions): Promise<void> {
    const { command } = await this.#send(client, options, () => client.query('COMMIT')).catch((error: unknown) => {
      throw options.readOnly === true ? error : commitFailure(error);
    });
    // After a failed statement the database answers COMMIT with a rollback, without an error.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back, because a statement in it had failed');
  }

  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#options.listener.listen(channel, handler);
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#options.listener.close();
    await this.#options.pool.end();
    await this.#options.stopEngine?.();
  }

  async #borrow(): Promise<pg.PoolClient> {
    if (this.#closing !== undefined) throw new QuarterdeckError('DATABASE_UNAVAILABLE', 'the database is closed');
    // The one session belongs to the running transaction: waiting for it inside that transaction would never end.
    if (this.engine === 'pglite' && this.#scope.getStore()?.open === true) {
      throw new Error('inside a transaction only its own handle may be used');
    }
    try {
      return await this.#options.pool.connect();
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  #transactionOn(client: pg.PoolClient, limit: Pick<QueryOptions, 'answerWithinMs'>): Queryable {
    let kysely: Kysely<DB> | undefined;
    return {
      query: (text, values, options) => this.#run(client, text, values, { ...limit, ...options }),
      get kysely() {
        kysely ??= kyselyOn(async () => withoutRelease(client));
        return kysely;
      },
    };
  }

  async #run<R>(
    client: pg.PoolClient,
    text: string,
    values?: readonly unknown[],
    options: QueryOptions = {},
  ): Promise<QueryResult<R>> {
    const config: pg.QueryConfig = { text };
    if (values !== undefined) config.values = [...values];
    if (options.name !== undefined) config.name = options.name;
    return toResult<R>(await this.#send(client, options, () => client.query(config)));
  }

  /** Sends something on a borrowed connection and waits for the answer: cancelled by the signal, given up when nothing comes in time. */
  async #send<T>(
    client: pg.PoolClient,
    options: Pick<QueryOptions, 'signal' | 'answerWithinMs'>,
    send: () => Promise<T>,
  ): Promise<T> {
    const { signal, answerWithinMs = this.#options.answerWithinMs ?? Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    const cancel = (): void => {
      const processId = processIdOf(client);
      if (processId !== undefined) this.#options.cancelStatement?.(processId).catch(() => {});
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const giveUp = () => {
      cancel();
      client.connection.stream.destroy(silentDatabase(answerWithinMs));
    };
    const timer = Number.isFinite(answerWithinMs) ? setTimeout(giveUp, answerWithinMs) : undefined;
    try {
      return await send();
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      throw databaseFailure(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

function beginStatement({ isolation, readOnly }: TransactionOptions): string {
  const parts = ['BEGIN'];
  if (isolation !== undefined) parts.push(`ISOLATION LEVEL ${isolation.toUpperCase()}`);
  if (readOnly === true) parts.push('READ ONLY');
  return parts.join(' ');
}

function kyselyOn(connect: () => Promise<PostgresPoolClient>): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: {} } }) });
}

/** Kysely gives its client back after every query; inside a transaction it stays. */
function withoutRelease(client: pg.PoolClient): PostgresPoolClient {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'release') return () => {};
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function processIdOf(client: pg.PoolClient): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}

/** A script of several statements answers a list; its last part is the answer. */
function toResult<R>(answer: pg.QueryResult | pg.QueryResult[]): QueryResult<R> {
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 };
}
