import { QuarterdeckError } from '@quarterdeck/contract';
import pg from 'pg';
import type { Database, DatabaseFolder, DatabaseLog, Engine } from '../database.ts';
import { ConnectionListener } from '../pool/listener.ts';
import { PoolDatabase, unavailable } from '../pool/pool-database.ts';
import { valueTypes } from '../pool/value-parsers.ts';

const OLDEST_SUPPORTED = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_SESSION_MS = 60_000;

export interface ServerTarget {
  engine: Engine;
  connection: pg.ClientConfig;
  poolSize: number;
  log: DatabaseLog;
  folder?: DatabaseFolder;
  /** What ends the engine after the sessions. */
  stop?(): Promise<void>;
}

/** Opens a pool on a PostgreSQL server that runs already. */
export function openPool({ engine, connection, poolSize, log, folder, stop }: ServerTarget): PoolDatabase {
  const session: pg.ClientConfig = {
    ...connection,
    application_name: 'quarterdeck',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: valueTypes,
  };
  const pool = new pg.Pool({ ...session, max: poolSize, idleTimeoutMillis: IDLE_SESSION_MS });
  pool.on('error', (error) => log.warn({ err: error }, 'A waiting database session was lost'));
  return new PoolDatabase({
    engine,
    pool,
    listener: new ConnectionListener(() => new pg.Client(session), log),
    ...(folder === undefined ? {} : { folder }),
    cancel: (processId) => cancelStatement(session, processId),
    stop: async () => stop?.(),
  });
}

/** Ends the running statement of another session, over a connection of its own: the pool may be busy to the last session. */
async function cancelStatement(session: pg.ClientConfig, processId: number): Promise<void> {
  const client = new pg.Client(session);
  await client.connect();
  try {
    await client.query('SELECT pg_cancel_backend($1)', [processId]);
  } finally {
    await client.end();
  }
}

function describeUrl(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'localhost'}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** Opens the PostgreSQL (15 or newer) behind a URL. Messages never carry the URL's password. */
export async function openServer(url: string, options: { poolSize: number; log: DatabaseLog }): Promise<Database> {
  const database = openPool({ engine: 'postgres', connection: { connectionString: url }, ...options });
  try {
    const { rows } = await database.query<{ number: number; version: string }>(
      `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
    );
    const [server] = rows;
    if (server === undefined || server.number < OLDEST_SUPPORTED) {
      throw new QuarterdeckError(
        'ENGINE_START_FAILED',
        `PostgreSQL ${server?.version} at ${describeUrl(url)} is too old: Quarterdeck needs 15 or newer.`,
        { hint: 'Upgrade that server, or unset DATABASE_URL to use the built-in database.' },
      );
    }
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    const reason = unavailable(error);
    if (reason instanceof QuarterdeckError && reason.code !== 'DATABASE_UNAVAILABLE') throw reason;
    throw new QuarterdeckError(
      'DATABASE_UNAVAILABLE',
      `The PostgreSQL at ${describeUrl(url)} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      {
        hint: 'Check DATABASE_URL, and that the server runs and lets this user in; or unset it to use the built-in database.',
        cause: error,
      },
    );
  }
}
