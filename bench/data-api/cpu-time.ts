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

/** Processor time so far of a process and of each session of a PostgreSQL, by process. */
export function cpuTimes(pid: number, postmaster: number): Map<number, number> {
  const times = new Map([[pid, readStat(pid)?.ms ?? 0]]);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat?.parent === postmaster) times.set(Number(name), stat.ms);
  }
  return times;
}

/** What was used between two looks; sessions that ended meanwhile are left out. */
export function usedMs(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

export function readPostmaster(cluster: string): number {
  return Number(readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n')[0]);
}
