import { resolve } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { claimForEngine, lockDataFolder, readMark, updateMark } from './data-folder.ts';
import type { Database, DatabaseFolder, Engine } from './database.ts';
import { hasAccountName } from './engines/embedded/account.ts';
import { findNativeFolder, runsHere } from './engines/embedded/binaries.ts';
import { openEmbedded } from './engines/embedded/open-embedded.ts';
import { openExternal } from './engines/open-external.ts';
import { openPglite } from './engines/pglite/open-pglite.ts';
import { refuseNewerSchema } from './migrate.ts';

/** Major version of PostgreSQL inside both engines that ship with the packages. */
const SHIPPED_VERSION = 18;
const DEFAULT_POOL_SIZE = 10;

type FolderEngine = Exclude<Engine, 'postgres'>;

export interface OpenDatabaseOptions {
  /** A running PostgreSQL; the data folder is not used then. */
  url?: string;
  /** Folder of the engine that this process starts. */
  dataDir?: string;
  /** `auto` takes the engine that made the folder, else the native one, else PGlite. */
  engine?: 'auto' | FolderEngine;
  poolSize?: number;
  /** How long to wait for a connection and for the answer to a statement; 10 s for a connection and no limit for statements unless told. */
  answerWithinMs?: number;
}

/**
 * Opens the database: an external one by address, or an engine of its own on a data folder, which it locks.
 * @throws {QuarterdeckError} DATABASE_UNAVAILABLE, DATA_FOLDER_LOCKED, DATA_FOLDER_ENGINE_MISMATCH, DATA_FOLDER_UNUSABLE, SCHEMA_TOO_NEW, ENGINE_START_FAILED
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const poolSize = options.poolSize ?? DEFAULT_POOL_SIZE;
  const limit = options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs };
  if (options.url !== undefined) return openExternal({ url: options.url, poolSize, ...limit });
  if (options.dataDir === undefined)
    throw new QuarterdeckError('CONFIG_INVALID', 'neither a database address nor a data folder is given');
  const dataDir = resolve(options.dataDir);
  const unlock = await lockDataFolder(dataDir);
  try {
    const mark = await readMark(dataDir);
    await refuseNewerSchema(mark?.schema);
    const native = await findNativeFolder();
    const engine = await chooseEngine(options.engine ?? 'auto', native, mark?.engine);
    await claimForEngine(dataDir, { engine, version: SHIPPED_VERSION });
    const folder: DatabaseFolder = { path: dataDir, recordSchema: (schema) => updateMark(dataDir, { schema }) };
    if (engine === 'pglite') return await openPglite({ dataDir: `${dataDir}/pglite`, folder, onClosed: unlock });
    if (native === undefined) {
      throw new QuarterdeckError('ENGINE_START_FAILED', `there is no native PostgreSQL for ${process.platform} ${process.arch}`, {
        hint: 'Leave the engine to the server, or set DATABASE_URL.',
      });
    }
    return await openEmbedded({ folder, native, poolSize, ...limit, onClosed: unlock });
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The engine of a folder stays; a new folder gets the native one where it runs. */
async function chooseEngine(
  wanted: 'auto' | FolderEngine,
  native: string | undefined,
  made: FolderEngine | undefined,
): Promise<FolderEngine> {
  if (wanted !== 'auto') return wanted;
  if (made !== undefined) return made;
  return native !== undefined && hasAccountName() && (await runsHere(native)) ? 'embedded' : 'pglite';
}
