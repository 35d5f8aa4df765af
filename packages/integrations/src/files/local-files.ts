import type { Stats } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { FileEntry, FileList, FileSpace, FileStore, ListRequest } from './file-list.ts';
import { modeText } from './file-list.ts';
import { findFiles } from './find-files.ts';

function toEntry(path: string, stats: Stats): FileEntry {
  return {
    name: basename(path),
    sizeBytes: stats.size,
    mode: modeText(stats.mode, stats.isDirectory()),
    modified: stats.mtime,
    isDirectory: stats.isDirectory(),
  };
}

async function spaceOf(path: string): Promise<FileSpace | undefined> {
  try {
    const space = await statfs(path);
    return { availableBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize };
  } catch {
    return undefined;
  }
}

async function list({ path, withFolders, signal }: ListRequest): Promise<FileList> {
  const { root, found } = await findFiles(resolve(path), signal);
  if (root === undefined) return { folder: undefined, files: [], space: undefined };
  const folder = toEntry(root.path, root.stats);
  const space = await spaceOf(root.path);
  if (!folder.isDirectory) return { folder, files: [folder], space };
  const files = found
    .filter((entry) => withFolders || !entry.stats.isDirectory())
    .map((entry) => toEntry(entry.path, entry.stats));
  return { folder, files, space };
}

/** The disks of this machine. Paths may be doublestar globs; a folder that does not exist is an empty list. */
export const localFiles: FileStore = { hasFolders: true, list };
