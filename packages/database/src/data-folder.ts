import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { Engine } from './database.ts';
import { lockFolder } from './folder/folder-lock.ts';

/** What the folder says of itself, in `engine.json`. */
export interface FolderMark {
  engine: Exclude<Engine, 'postgres'>;
  /** Major version of PostgreSQL that wrote the data. */
  version: number;
  /** Number of the newest migration, such as "0004"; absent before the first one. */
  schema?: string;
  /** Where the native cluster lies when it cannot lie in the folder itself. */
  cluster?: string;
}

const MARK = 'engine.json';

/**
 * Takes the folder for this process, creating it where it is missing. A lock whose owner is gone is taken over.
 * @returns gives the folder free
 * @throws {QuarterdeckError} DATA_FOLDER_LOCKED, DATA_FOLDER_UNUSABLE
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const lock = await usable(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    return lockFolder(folder);
  });
  return async () => lock.release();
}

/**
 * Makes sure that the folder belongs to the engine, and marks a new one.
 * @throws {QuarterdeckError} DATA_FOLDER_ENGINE_MISMATCH, DATA_FOLDER_UNUSABLE
 */
export async function claimForEngine(folder: string, mark: FolderMark): Promise<void> {
  const found = await readMark(folder);
  if (found === undefined) return writeMark(folder, mark);
  if (found.engine !== mark.engine || found.version !== mark.version) {
    throw new QuarterdeckError(
      'DATA_FOLDER_ENGINE_MISMATCH',
      `the data folder ${folder} was made by ${found.engine} ${found.version}, not by ${mark.engine} ${mark.version}`,
      { hint: 'Start with the engine that made it, or choose another folder with --data-dir.' },
    );
  }
}

/** Adds to what the folder says of itself. */
export async function updateMark(folder: string, change: Partial<Pick<FolderMark, 'schema' | 'cluster'>>): Promise<void> {
  const found = await readMark(folder);
  if (found !== undefined) await writeMark(folder, { ...found, ...change });
}

async function writeMark(folder: string, mark: FolderMark): Promise<void> {
  const file = join(folder, MARK);
  await usable(folder, () => writeFile(`${file}.new`, `${JSON.stringify(mark, null, 2)}\n`));
  await rename(`${file}.new`, file);
}

/** What the folder says of itself; undefined for a new one. */
export async function readMark(folder: string): Promise<FolderMark | undefined> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: Partial<FolderMark> = JSON.parse(text);
    if ((value.engine === 'embedded' || value.engine === 'pglite') && typeof value.version === 'number') {
      return {
        engine: value.engine,
        version: value.version,
        ...(typeof value.schema === 'string' ? { schema: value.schema } : {}),
        ...(typeof value.cluster === 'string' ? { cluster: value.cluster } : {}),
      };
    }
  } catch (cause) {
    throw new QuarterdeckError('DATA_FOLDER_UNUSABLE', `${join(folder, MARK)} is not readable as JSON`, { cause });
  }
  throw new QuarterdeckError('DATA_FOLDER_UNUSABLE', `${join(folder, MARK)} does not name an engine of this version`, {
    hint: 'The folder may be of a newer version; choose another one with --data-dir.',
  });
}

async function usable<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof QuarterdeckError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QuarterdeckError('DATA_FOLDER_UNUSABLE', `the data folder ${folder} cannot be written: ${reason}`, {
      hint: 'Give this account the right to write it, or choose another folder with --data-dir.',
      cause,
    });
  }
}
