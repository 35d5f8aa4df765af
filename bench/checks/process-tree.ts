import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc/<pid>/stat on Linux. */
const TICKS_PER_SECOND = 100;

interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
  /** Own time and that of ended children. */
  cpuMs: number;
}

function readProcess(pid: number): ProcessEntry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
    return {
      pid,
      parent: Number(fields[1]),
      command: text.slice(text.indexOf('(') + 1, end),
      cpuMs: (ticks / TICKS_PER_SECOND) * 1000,
    };
  } catch {
    return undefined;
  }
}

/** Memory that would be free without the process: shared pages count by their share. */
function proportionalBytes(pid: number): number {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(match?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** What a process and all its descendants use; `root` alone and the others apart. */
export interface TreeUsage {
  rootCpuMs: number;
  othersCpuMs: number;
  rootBytes: number;
  othersBytes: number;
}

export function measureTree(root: number): TreeUsage {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined);
  const members = new Set([root]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const entry of all) {
      if (members.has(entry.pid) || !members.has(entry.parent)) continue;
      members.add(entry.pid);
      grew = true;
    }
  }
  const usage: TreeUsage = { rootCpuMs: 0, othersCpuMs: 0, rootBytes: 0, othersBytes: 0 };
  for (const entry of all) {
    if (!members.has(entry.pid)) continue;
    const bytes = proportionalBytes(entry.pid);
    if (entry.pid === root) {
      usage.rootCpuMs += entry.cpuMs;
      usage.rootBytes += bytes;
    } else {
      usage.othersCpuMs += entry.cpuMs;
      usage.othersBytes += bytes;
    }
  }
  return usage;
}
