import pg from 'pg';
import type { DatabaseFolder } from '../../database.ts';
import { NotificationListener } from '../../notification-listener.ts';
import { PoolDatabase } from '../../pool-database.ts';
import { valueTypes } from '../../value-types.ts';
import { PgliteProcess } from './pglite-process.ts';

export interface PgliteDatabase extends PoolDatabase {
  /** The data folder as an archive: the fast way to many equal databases in tests. */
  snapshot(): Promise<Uint8Array>;
}

/**
 * Opens PGlite behind the pool interface. Without a folder the data lives in memory.
 * @throws {QuarterdeckError} ENGINE_START_FAILED
 */
export async function openPglite(options: {
  dataDir?: string;
  snapshot?: Uint8Array;
  folder?: DatabaseFolder;
  onClosed?: () => Promise<void>;
}): Promise<PgliteDatabase> {
  const engine = await PgliteProcess.start({
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
    ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot }),
  });
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    types: valueTypes,
    stream: () => engine.openStream(),
  } as pg.PoolConfig);
  const listener = new NotificationListener({
    // The one client of the pool hears every notification; borrowing it for a moment is enough to listen.
    connect: async () => {
      const client = await pool.connect();
      client.release();
      return sharedClient(pool, client);
    },
    release: async () => {},
  });
  const database = new PoolDatabase({
    engine: 'pglite',
    pool,
    listener,
    ...(options.folder === undefined ? {} : { folder: options.folder }),
    stopEngine: async () => {
      await engine.stop();
      await options.onClosed?.();
    },
  });
  return Object.assign(database, { snapshot: () => engine.snapshot() });
}

/** Events come from the one client, statements wait their turn in the pool. */
function sharedClient(pool: pg.Pool, client: pg.PoolClient): pg.ClientBase {
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') return pool.query.bind(pool);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
