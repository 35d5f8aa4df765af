import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Database, DatabaseFolder, DatabaseLog } from '../database.ts';
import { ChannelHandlers, SessionListener } from '../pool/listener.ts';
import { PoolDatabase } from '../pool/pool-database.ts';
import { valueTypes } from '../pool/value-parsers.ts';
import { PgliteThread } from './pglite-thread.ts';
import { WireStream } from './wire-stream.ts';
import type { PgliteStart } from './worker-messages.ts';

/** Major version of the PostgreSQL inside the pinned PGlite. */
export const PGLITE_VERSION = '18';
const SESSION_WAIT_MS = 60_000;

interface OpenPglite {
  start: PgliteStart;
  log: DatabaseLog;
  folder?: DatabaseFolder;
  afterStop?(): void;
}

async function openThread({ start, log, folder, afterStop }: OpenPglite): Promise<{ database: Database; thread: PgliteThread }> {
  const thread = await PgliteThread.start(start);
  const handlers = new ChannelHandlers(log);
  const pool = new pg.Pool({
    stream: () => new WireStream((batch) => thread.execute(batch)),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: SESSION_WAIT_MS,
    types: valueTypes,
  });
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => handlers.deliver(channel, payload ?? ''));
  });
  pool.on('error', (error) => log.error({ err: error }, 'The session of PGlite failed'));
  const database = new PoolDatabase({
    engine: 'pglite',
    pool,
    listener: new SessionListener((text) => pool.query(text), handlers),
    ...(folder === undefined ? {} : { folder }),
    stop: async () => {
      await thread.close();
      afterStop?.();
    },
  });
  return { database, thread };
}

/** Opens the PGlite data in `folder`. */
export async function openPgliteFolder(folder: DatabaseFolder, log: DatabaseLog, afterStop: () => void): Promise<Database> {
  const dataDir = join(folder.path, 'pglite');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { database } = await openThread({ start: { dataDir }, log, folder, afterStop });
  return database;
}

export interface MemoryDatabase extends Database {
  /** The whole database as an archive that `snapshotFile` takes. */
  dump(): Promise<Uint8Array>;
}

/** A PGlite database that lives as long as the process, optionally begun from a dump. */
export async function openMemoryDatabase(options: { snapshotFile?: string; log: DatabaseLog }): Promise<MemoryDatabase> {
  const start = options.snapshotFile === undefined ? {} : { snapshotFile: options.snapshotFile };
  const { database, thread } = await openThread({ start, log: options.log });
  return Object.assign(database, { dump: () => thread.dump() });
}
