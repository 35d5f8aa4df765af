import { type FileEntry, type FileSpace, modeText } from './file-list.ts';

/** `  name   ATTRIBUTES   size  Day Mon dd hh:mm:ss yyyy`; the columns are fixed from the right, since a name may hold anything. */
const ENTRY = /^ {2}(.+?) *([A-Za-z]{0,7}) +(\d+) {2}([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;
const SPACE = /^\s*(\d+) blocks of size (\d+)\. (\d+) blocks available$/;

export interface SmbEntry extends FileEntry {
  /** The folder it is in, from the root of the share, parts joined by `/`; undefined in the folder that was listed. */
  below: string | undefined;
}

export interface SmbListing {
  /** The folder that was listed. */
  folder: FileEntry | undefined;
  entries: SmbEntry[];
  space: FileSpace | undefined;
}

function parseEntry(line: string): FileEntry | undefined {
  const [, name, attributes = '', size, time] = ENTRY.exec(line) ?? [];
  if (name === undefined || size === undefined || time === undefined) return undefined;
  const isDirectory = attributes.includes('D');
  const isReadOnly = attributes.includes('R');
  const mode = modeText((isDirectory ? 0o777 : 0o666) & (isReadOnly ? 0o555 : 0o777), isDirectory);
  return { name, sizeBytes: Number(size), mode, modified: new Date(`${time} UTC`), isDirectory };
}

/** Reads what `ls` of smbclient prints with TZ=UTC, also after `recurse ON`, where each folder's path stands above its entries. */
export function parseListing(text: string): SmbListing {
  const listing: SmbListing = { folder: undefined, entries: [], space: undefined };
  let below: string | undefined;
  for (const line of text.split('\n')) {
    const space = SPACE.exec(line);
    if (space !== null) {
      const [blocks = 0, unit = 0, free = 0] = space.slice(1).map(Number);
      listing.space = { availableBytes: free * unit, totalBytes: blocks * unit };
      continue;
    }
    if (line.startsWith('\\')) {
      below = line.slice(1).replaceAll('\\', '/');
      continue;
    }
    const entry = parseEntry(line);
    if (entry === undefined || entry.name === '..') continue;
    if (entry.name === '.') listing.folder ??= entry;
    else listing.entries.push({ ...entry, below });
  }
  return listing;
}
