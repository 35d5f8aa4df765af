import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import picomatch from 'picomatch';

/** One entry of a folder. */
export interface FileEntry {
  name: string;
  sizeBytes: number;
  /** As `ls` prints it, such as `-rw-r--r--`. */
  mode: string;
  modified: Date;
  isDirectory: boolean;
}

export interface FileList {
  /** The folder itself; undefined when it does not exist. */
  folder: FileEntry | undefined;
  files: FileEntry[];
}

/** Entries after which listing stops with an error. */
export const MOST_ENTRIES = 50_000;
const MOST_LEVELS = 64;

function modeText(stats: Stats): string {
  const bits = 'rwxrwxrwx';
  const permissions = [...bits].map((letter, index) => ((stats.mode >> (8 - index)) & 1 ? letter : '-')).join('');
  return `${stats.isDirectory() ? 'd' : '-'}${permissions}`;
}

function toEntry(path: string, stats: Stats): FileEntry {
  return {
    name: basename(path),
    sizeBytes: stats.size,
    mode: modeText(stats),
    modified: stats.mtime,
    isDirectory: stats.isDirectory(),
  };
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
function splitGlob(path: string): { base: string; glob: string | undefined } {
  const parts = path.split('/');
  const first = parts.findIndex((part) => /[*?{}[\]]/.test(part));
  if (first < 0) return { base: path, glob: undefined };
  return { base: parts.slice(0, first).join('/') || (path.startsWith('/') ? '/' : '.'), glob: parts.slice(first).join('/') };
}

class Walk {
  readonly found: { path: string; stats: Stats }[] = [];
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
 * Lists the files of a folder or of a doublestar glob. `withFolders` also lists directories. A folder that does not exist is an empty list.
 * Rejects when the folder cannot be read, has too many entries, or the signal aborts.
 */
export async function listFiles(path: string, withFolders: boolean, signal: AbortSignal): Promise<FileList> {
  const { base, glob } = splitGlob(path);
  const stats = await statOrUndefined(base);
  if (stats === undefined) return { folder: undefined, files: [] };
  if (!stats.isDirectory()) return { folder: toEntry(base, stats), files: [toEntry(base, stats)] };
  const isMatch = glob === undefined ? undefined : picomatch(glob, { dot: true });
  const deepest = glob === undefined ? 0 : glob.includes('**') ? MOST_LEVELS : glob.split('/').length - 1;
  const walk = new Walk((relative) => isMatch?.(relative) ?? true, deepest, signal);
  await walk.visit(base, '', 0);
  const files = walk.found
    .filter((entry) => withFolders || !entry.stats.isDirectory())
    .map((entry) => toEntry(entry.path, entry.stats));
  return { folder: toEntry(base, stats), files };
}
