import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '../../folder/process-identity.ts';

/** What a running PostgreSQL writes into its data folder. */
export interface PostmasterFile {
  pid: number;
  /** It takes sessions. */
  ready: boolean;
}

const STATUS_LINE = 7;

export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number(lines[0]));
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[STATUS_LINE]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process works in the data folder, as a postmaster does; a foreign process that got the same id does not. */
function worksIn(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    return false;
  }
}

const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 5_000;
const POLL_MS = 20;

async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (isProcessAlive(pid)) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

/**
 * Ends a PostgreSQL that a killed server left running in the folder, and removes the file of one that is gone.
 * Returns the id of the process that it ended. The caller holds the folder's lock.
 */
export async function clearLeftPostmaster(dataDir: string): Promise<number | undefined> {
  const left = readPostmasterFile(dataDir);
  if (left === undefined) return undefined;
  if (!isProcessAlive(left.pid) || !worksIn(left.pid, dataDir)) {
    rmSync(join(dataDir, 'postmaster.pid'), { force: true });
    return undefined;
  }
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const) {
    try {
      process.kill(left.pid, signal);
    } catch {
      // It ended in this moment.
    }
    if (await waitForEnd(left.pid, timeoutMs)) break;
  }
  return left.pid;
}
