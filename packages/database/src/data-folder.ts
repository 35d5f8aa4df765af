import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { Engine } from './database.ts';

/** What the folder says of itself, in `engine.json`. */
interface FolderMark {
  engine: Exclude<Engine, 'postgres'>;
  /** Major version of PostgreSQL that wrote the data. */
  version: number;
}

interface LockOwner {
  pid: number;
  host: string;
  /** Start time of the process in clock ticks since boot, where the system tells it: a reused pid is no owner. */
  started: string | null;
}

const LOCK = 'lock.json';
const MARK = 'engine.json';

/**
 * Takes the folder for this process. A lock whose owner is gone is taken over.
 * @returns gives the folder free
 * @throws {QuarterdeckError} DATA_FOLDER_LOCKED, DATA_FOLDER_UNUSABLE
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, LOCK);
  await usable(folder, () => mkdir(folder, { recursive: true, mode: 0o755 }));
  const owner: LockOwner = { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await createLock(file, owner)) return () => rm(file, { force: true });
    const other = await readLock(file);
    if (other !== undefined && (await isAlive(other))) {
      throw new QuarterdeckError(
        'DATA_FOLDER_LOCKED',
        `another Quarterdeck (process ${other.pid}) uses the data folder ${folder}`,
        {
          hint: 'Stop it first, or choose another folder with --data-dir.',
        },
      );
    }
    await rm(file, { force: true });
  }
  throw new QuarterdeckError('DATA_FOLDER_LOCKED', `the lock of the data folder ${folder} changes all the time`, {
    hint: 'Start one instance at a time.',
  });
}

/**
 * Makes sure that the folder belongs to the engine, and marks a new one.
 * @throws {QuarterdeckError} DATA_FOLDER_ENGINE_MISMATCH, DATA_FOLDER_UNUSABLE
 */
export async function claimForEngine(folder: string, mark: FolderMark): Promise<void> {
  const found = await readMark(folder);
  if (found === undefined) {
    const file = join(folder, MARK);
    await usable(folder, () => writeFile(`${file}.new`, `${JSON.stringify(mark, null, 2)}\n`));
    await rename(`${file}.new`, file);
    return;
  }
  if (found.engine !== mark.engine || found.version !== mark.version) {
    throw new QuarterdeckError(
      'DATA_FOLDER_ENGINE_MISMATCH',
      `the data folder ${folder} was made by ${found.engine} ${found.version}, not by ${mark.engine} ${mark.version}`,
      { hint: 'Start with the engine that made it, or choose another folder with --data-dir.' },
    );
  }
}

/** The engine that made the folder; undefined for a new one. */
export async function readMark(folder: string): Promise<FolderMark | undefined> {
  const text = await readFile(join(folder, MARK), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: Partial<FolderMark> = JSON.parse(text);
    if ((value.engine === 'embedded' || value.engine === 'pglite') && typeof value.version === 'number') {
      return { engine: value.engine, version: value.version };
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new QuarterdeckError('DATA_FOLDER_UNUSABLE', `the data folder ${folder} cannot be written: ${reason}`, {
      hint: 'Give this account the right to write it, or choose another folder with --data-dir.',
      cause,
    });
  }
}

async function createLock(file: string, owner: LockOwner): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o644);
    await handle.writeFile(JSON.stringify(owner));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new QuarterdeckError('DATA_FOLDER_UNUSABLE', `the lock ${file} cannot be written`, { cause: error });
  }
}

async function readLock(file: string): Promise<LockOwner | undefined> {
  try {
    const value: Partial<LockOwner> = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value.pid !== 'number') return undefined;
    return { pid: value.pid, host: value.host ?? '', started: value.started ?? null };
  } catch {
    return undefined;
  }
}

async function isAlive(owner: LockOwner): Promise<boolean> {
  // Another machine's process cannot be seen from here: its lock holds until it is removed.
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return owner.started === null || (await startOf(owner.pid)) === owner.started;
}

async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command's name may hold blanks and brackets; the start time is the 20th field after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
