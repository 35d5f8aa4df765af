import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface LinuxProcess {
  state: string;
  startTicks: string;
}

function readLinuxProcess(pid: number): LinuxProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Whether a process with this id runs; one that has ended and waits for its parent does not. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return process.platform !== 'linux' || readLinuxProcess(pid)?.state !== 'Z';
}

/** When a process started, in the operating system's own form; tells a process from a later one with the same id. */
export function processStartTime(pid: number): string | undefined {
  if (process.platform === 'linux') return readLinuxProcess(pid)?.startTicks;
  if (process.platform === 'win32') return undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Changes with every boot of the machine; undefined where the system does not tell. */
export function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}
