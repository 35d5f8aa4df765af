/** One entry of a folder, wherever the folder is. */
export interface FileEntry {
  /** Base name, or the whole key of an object in a bucket. */
  name: string;
  sizeBytes: number;
  /** As `ls` prints it, such as `-rw-r--r--`. */
  mode: string;
  modified: Date;
  isDirectory: boolean;
}

/** Space of a file system. */
export interface FileSpace {
  availableBytes: number;
  totalBytes: number;
}

export interface FileList {
  /** The folder itself; undefined when it does not exist or the store has no folders. */
  folder: FileEntry | undefined;
  files: FileEntry[];
  /** Undefined when the store does not tell. */
  space: FileSpace | undefined;
  /** The listing ended at its limit, so that there are more entries than `files` holds. */
  isCut?: boolean;
}

export interface ListRequest {
  /** Folder, file or glob, in the form of the store. */
  path: string;
  /** Also lists folders. */
  withFolders: boolean;
  signal: AbortSignal;
}

/** A place with files: a disk, a bucket, a server. */
export interface FileStore {
  /** False for a bucket, where nothing tells a folder without files from one that does not exist. */
  readonly hasFolders: boolean;
  /** Opens what it needs, lists and closes it. Rejects when the store cannot be listed, has too many entries, or the signal aborts. */
  list(request: ListRequest): Promise<FileList>;
}

const PERMISSIONS = 'rwxrwxrwx';

/** The mode of a file as `ls` prints it, from its permission bits. */
export function modeText(mode: number, isDirectory: boolean): string {
  const permissions = [...PERMISSIONS].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-')).join('');
  return `${isDirectory ? 'd' : '-'}${permissions}`;
}
