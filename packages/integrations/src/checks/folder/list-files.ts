import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { findFiles } from '../../files/find-files.ts';

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

/**
 * Lists the files of a folder or of a doublestar glob. `withFolders` also lists directories. A folder that does not exist is an empty list.
 * Rejects when the folder cannot be read, has too many entries, or the signal aborts.
 */
export async function listFiles(path: string, withFolders: boolean, signal: AbortSignal): Promise<FileList> {
  const { root, found } = await findFiles(path, signal);
  if (root === undefined) return { folder: undefined, files: [] };
  const folder = toEntry(root.path, root.stats);
  if (!folder.isDirectory) return { folder, files: [folder] };
  const files = found
    .filter((entry) => withFolders || !entry.stats.isDirectory())
    .map((entry) => toEntry(entry.path, entry.stats));
  return { folder, files };
}
