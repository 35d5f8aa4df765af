import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import { bootId, isProcessAlive, processStartTime } from './process-identity.ts';

const LOCK_FILE = 'lock.json';
const HEARTBEAT_MS = 10_000;
/** A lock of another machine counts as left behind when its heartbeat is older than this. */
const FOREIGN_STALE_MS = 60_000;

interface LockContent {
  pid: number;
  startTime?: string;
  boot?: string;
  host: string;
  since: string;
}

function parseLock(text: string): LockContent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value) || typeof value.pid !== 'number') return undefined;
    if (!('host' in value) || typeof value.host !== 'string') return undefined;
    return {
      pid: value.pid,
      host: value.host,
      since: 'since' in value && typeof value.since === 'string' ? value.since : 'an unknown time',
      ...('startTime' in value && typeof value.startTime === 'string' ? { startTime: value.startTime } : {}),
      ...('boot' in value && typeof value.boot === 'string' ? { boot: value.boot } : {}),
    };
  } catch {
    return undefined;
  }
}

function isHeld(lock: LockContent | undefined, file: string): boolean {
  if (lock === undefined) return false;
  if (lock.host !== hostname()) return Date.now() - statSync(file).mtimeMs < FOREIGN_STALE_MS;
  if (lock.boot !== undefined && lock.boot !== bootId()) return false;
  if (!isProcessAlive(lock.pid)) return false;
  const startTime = processStartTime(lock.pid);
  return lock.startTime === undefined || startTime === undefined || startTime === lock.startTime;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Creates the file complete or not at all; false when it exists. */
function createExclusively(file: string, text: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes a left-behind lock away. Another process may replace it in the same moment: then its new lock is put back. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== staleText) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/** The process that holds the folder now; undefined when none does. */
export function folderHolder(folder: string): { pid: number; host: string; since: string } | undefined {
  const file = join(folder, LOCK_FILE);
  const lock = parseLock(readText(file) ?? '');
  return lock !== undefined && isHeld(lock, file) ? { pid: lock.pid, host: lock.host, since: lock.since } : undefined;
}

function lockedError(folder: string, lock: LockContent | undefined): QuarterdeckError {
  const holder =
    lock === undefined
      ? 'another process'
      : `another Quarterdeck, process ${lock.pid}${lock.host === hostname() ? '' : ` on ${lock.host}`} (since ${lock.since})`;
  return new QuarterdeckError('DATA_FOLDER_LOCKED', `the data folder ${folder} is in use by ${holder}`, {
    hint: 'Stop it first, or start this one with its own folder: --data-dir DIR.',
  });
}

export interface FolderLock {
  release(): void;
}

/**
 * Takes the folder for this process. A lock whose process is gone (also after kill -9 or a reboot) is replaced.
 * Throws DATA_FOLDER_LOCKED when a living process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE);
  const content: LockContent = {
    pid: process.pid,
    startTime: processStartTime(process.pid),
    boot: bootId(),
    host: hostname(),
    since: new Date().toISOString(),
  };
  const text = `${JSON.stringify({ ...content, token: randomUUID() })}\n`;
  for (let attempt = 0; !createExclusively(file, text); attempt++) {
    const found = readText(file);
    if (found === undefined) continue;
    const holder = parseLock(found);
    if (attempt > 5 || isHeld(holder, file)) throw lockedError(folder, holder);
    removeStale(file, found);
  }
  const heartbeat = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // A folder that was deleted under the server shows in its own reads and writes.
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readText(file) === text) rmSync(file, { force: true });
    },
  };
}
