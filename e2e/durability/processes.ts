import { readdirSync, readFileSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills one process; one that is gone already is no trouble. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in this moment.
  }
}

/** Processes that have this one as their parent. PostgreSQL gives each session a group of its own, so that its group is not enough. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0)) return false;
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** First line of postmaster.pid; undefined when no PostgreSQL has the folder. */
export function postmasterOf(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Kills a PostgreSQL with all its sessions at once, as a crash of the machine would. */
export function killPostgres(cluster: string): void {
  const postmaster = postmasterOf(cluster);
  if (postmaster === undefined) return;
  for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid);
}
