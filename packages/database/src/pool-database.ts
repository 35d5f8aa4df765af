import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Database, Engine, Queryable, QueryOptions, QueryResult, Transaction, TransactionOptions } from './database.ts';
import type { DB } from './generated/schema.ts';
import type { NotificationListener } from './notification-listener.ts';

/** The pool interface over `pg`, for every engine. */
export class PoolDatabase implements Database {
  readonly engine: Engine;
  readonly kysely: Kysely<DB>;
  readonly #pool: pg.Pool;
  readonly #listener: NotificationListener;
  readonly #stopEngine: () => Promise<void>;
  #closing: Promise<void> | undefined;

  constructor(options: { engine: Engine; pool: pg.Pool; listener: NotificationListener; stopEngine?: () => Promise<void> }) {
    this.engine = options.engine;
    this.#pool = options.pool;
    this.#listener = options.listener;
    this.#stopEngine = options.stopEngine ?? (async () => {});
    this.kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: options.pool }) });
  }

  query<R = unknown>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<QueryResult<R>> {
    return runQuery<R>(this.#pool, text, values, options);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(beginStatement(options));
      const result = await work(transactionOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, handler);
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
    await this.#stopEngine();
  }
}

function beginStatement({ isolation, readOnly }: TransactionOptions): string {
  const parts = ['BEGIN'];
  if (isolation !== undefined) parts.push(`ISOLATION LEVEL ${isolation.toUpperCase()}`);
  if (readOnly === true) parts.push('READ ONLY');
  return parts.join(' ');
}

function transactionOn(client: pg.PoolClient): Queryable {
  let kysely: Kysely<DB> | undefined;
  return {
    query: (text, values, options) => runQuery(client, text, values, options),
    get kysely() {
      kysely ??= new Kysely<DB>({ dialect: new PostgresDialect({ pool: singleClientPool(client) }) });
      return kysely;
    },
  };
}

/** Kysely asks a pool for clients; inside a transaction there is only the one. */
function singleClientPool(client: pg.PoolClient): PostgresPool {
  const borrowed = new Proxy(client, {
    get(target, property) {
      if (property === 'release') return () => {};
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { connect: async () => borrowed, end: async () => {}, options: {} };
}

async function runQuery<R>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  options: QueryOptions | undefined,
): Promise<QueryResult<R>> {
  options?.signal?.throwIfAborted();
  const config: pg.QueryConfig = { text };
  if (values !== undefined) config.values = [...values];
  if (options?.name !== undefined) config.name = options.name;
  const answer: unknown = await target.query(config);
  // A script of several statements answers a list; its last part is the answer.
  const result = Array.isArray(answer) ? answer.at(-1) : answer;
  return toResult<R>(result);
}

function toResult<R>(result: pg.QueryResult): QueryResult<R> {
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}
