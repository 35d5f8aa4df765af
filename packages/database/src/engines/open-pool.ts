import pg from 'pg';
import type { Database, DatabaseFolder, Engine } from '../database.ts';
import { NotificationListener } from '../notification-listener.ts';
import { PoolDatabase } from '../pool-database.ts';
import { valueTypes } from '../value-types.ts';

const IDLE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A connection that only listens would not notice that its other end is gone; it is asked now and then. */
const ASK_LISTENER_EVERY_MS = 10_000;
const LISTENER_ANSWERS_WITHIN_MS = 5_000;

/** A pool on a running PostgreSQL server, with a connection of its own for notifications. */
export function openPool(options: {
  engine: Engine;
  config: pg.ClientConfig;
  poolSize: number;
  answerWithinMs?: number;
  folder?: DatabaseFolder;
  probeUrl?: string;
  stopEngine?: () => Promise<void>;
}): Database {
  const config: pg.ClientConfig = {
    ...options.config,
    types: valueTypes,
    application_name: 'quarterdeck',
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, options.answerWithinMs ?? CONNECT_TIMEOUT_MS),
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...config, max: options.poolSize, idleTimeoutMillis: IDLE_MS });
  // An idle connection that breaks is replaced at its next use; the statement that needs it reports the failure.
  pool.on('error', () => {});
  // One that breaks while it is lent fails the statement on it; without a listener the event itself would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const listener = new NotificationListener({
    connect: async () => {
      const client = new pg.Client({ ...config, query_timeout: LISTENER_ANSWERS_WITHIN_MS });
      client.on('error', () => {});
      await client.connect();
      const timer = setInterval(
        () => client.query('SELECT 1').catch(() => client.connection.stream.destroy()),
        ASK_LISTENER_EVERY_MS,
      );
      timer.unref();
      client.on('end', () => clearInterval(timer));
      return client;
    },
    release: async (client) => {
      if (client instanceof pg.Client) await client.end();
    },
  });
  return new PoolDatabase({
    engine: options.engine,
    pool,
    listener,
    ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
    cancelStatement: (processId) => cancelStatement(config, processId),
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    ...(options.probeUrl === undefined ? {} : { probeUrl: options.probeUrl }),
    ...(options.stopEngine === undefined ? {} : { stopEngine: options.stopEngine }),
  });
}

/** Over a connection of its own, because the pool may be busy to its last session. */
async function cancelStatement(config: pg.ClientConfig, processId: number): Promise<void> {
  const client = new pg.Client({ ...config, query_timeout: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_cancel_backend($1)', [processId]);
  } finally {
    await client.end();
  }
}
