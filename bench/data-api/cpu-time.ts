import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const MS_PER_TICK = 10;

interface Stat {
  parent: number;
  ms: number;
}

function readStat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK };
  } catch {
    return undefined;
  }
}

/** Processor time so far of a process and of the sessions of a PostgreSQL. */
export function cpuMs(pid: number, postmaster: number): number {
  const sessions = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === postmaster);
  return (readStat(pid)?.ms ?? 0) + sessions.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0);
}

export function readPostmaster(cluster: string): number {
  return Number(readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n')[0]);
}
