import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';

/** Entries after which listing stops with an error. */
export const MOST_ENTRIES = 50_000;
const MOST_LEVELS = 64;

export interface FoundFile {
  path: string;
  stats: Stats;
}

async function statOrUndefined(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

/** The folders before the first part with a glob, and the glob below them. */
export function splitGlob(path: string): { base: string; glob: string | undefined } {
  const parts = path.split('/');
  const first = parts.findIndex((part) => /[*?{}[\]]/.test(part));
  if (first < 0) return { base: path, glob: undefined };
  return { base: parts.slice(0, first).join('/') || (path.startsWith('/') ? '/' : '.'), glob: parts.slice(first).join('/') };
}

/** How many folders below its base a glob reaches. */
export function deepestLevel(glob: string | undefined): number {
  if (glob === undefined) return 0;
  return glob.includes('**') ? MOST_LEVELS : glob.split('/').length - 1;
}

class Walk {
  readonly found: FoundFile[] = [];
  private seen = 0;
  private readonly matches: (relative: string) => boolean;
  private readonly deepest: number;
  private readonly signal: AbortSignal;

  constructor(matches: (relative: string) => boolean, deepest: number, signal: AbortSignal) {
    this.matches = matches;
    this.deepest = deepest;
    this.signal = signal;
  }

  async visit(folder: string, prefix: string, level: number): Promise<void> {
    for await (const entry of await opendir(folder)) {
      this.signal.throwIfAborted();
      this.seen += 1;
      if (this.seen > MOST_ENTRIES) throw new Error(`the folder has more than ${MOST_ENTRIES} entries`);
      const path = join(folder, entry.name);
      const relative = prefix + entry.name;
      if (this.matches(relative)) {
        const stats = await statOrUndefined(path);
        if (stats !== undefined) this.found.push({ path, stats });
      }
      if (entry.isDirectory() && level < this.deepest) await this.visit(path, `${relative}/`, level + 1);
    }
  }
}

/**
 * Finds what a path or a doublestar glob names, in the order of the paths: the entries of a folder, those that match the glob, or nothing but
 * the root when that is a file. `root` is what stands before the first part with a glob; undefined when it does not exist. Rejects when a
 * folder cannot be read, has too many entries, or the signal aborts.
 */
export async function findFiles(path: string, signal: AbortSignal): Promise<{ root: FoundFile | undefined; found: FoundFile[] }> {
  const { base, glob } = splitGlob(path);
  const stats = await statOrUndefined(base);
  if (stats === undefined) return { root: undefined, found: [] };
  if (!stats.isDirectory()) return { root: { path: base, stats }, found: [] };
  const isMatch = glob === undefined ? undefined : picomatch(glob, { dot: true });
  const walk = new Walk((relative) => isMatch?.(relative) ?? true, deepestLevel(glob), signal);
  await walk.visit(base, '', 0);
  const found = walk.found.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { root: { path: base, stats }, found };
}
