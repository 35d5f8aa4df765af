import { posix } from 'node:path';
import picomatch from 'picomatch';
import { InvalidCheckError } from '../checks/probe.ts';
import type { HostLookup } from '../net/host-lookup.ts';
import { describeNetworkError } from '../net/network-error.ts';
import { cleanEnvironment } from '../process/clean-environment.ts';
import { type ProcessOutcome, runProcess } from '../process/run-process.ts';
import type { FileEntry, FileList, FileStore, ListRequest } from './file-list.ts';
import { deepestLevel, MOST_ENTRIES, splitGlob } from './find-files.ts';
import { parseListing } from './smb-listing.ts';

/** Holds a listing of MOST_ENTRIES files with long names. */
const LISTING_BYTES = 16 * 1024 * 1024;
const STATUS = /NT_STATUS_\w+/;
const WORDS: Readonly<Record<string, string>> = {
  NT_STATUS_LOGON_FAILURE: 'the login was refused',
  NT_STATUS_ACCOUNT_DISABLED: 'the account is disabled',
  NT_STATUS_ACCOUNT_LOCKED_OUT: 'the account is locked',
  NT_STATUS_PASSWORD_EXPIRED: 'the password has expired',
  NT_STATUS_ACCESS_DENIED: 'access denied',
  NT_STATUS_BAD_NETWORK_NAME: 'the share does not exist',
  NT_STATUS_OBJECT_NAME_NOT_FOUND: 'the folder does not exist',
  NT_STATUS_OBJECT_PATH_NOT_FOUND: 'the folder does not exist',
  NT_STATUS_CONNECTION_REFUSED: 'connection refused',
  NT_STATUS_HOST_UNREACHABLE: 'no route to host',
  NT_STATUS_IO_TIMEOUT: 'connection timed out',
  NT_STATUS_CONNECTION_DISCONNECTED: 'connection closed by the other side',
  NT_STATUS_INVALID_NETWORK_RESPONSE: 'the server does not speak SMB',
};

export interface SmbTarget {
  host: string;
  port: number;
  share: string;
  domain: string;
  /** Empty for a guest. */
  username: string;
  password: string;
  hosts: HostLookup;
  /** Existing folder where the program runs. */
  tempDir: string;
}

class SmbStatusError extends Error {
  readonly status: string;

  constructor(outcome: ProcessOutcome) {
    const output = `${outcome.stderr}\n${outcome.stdout}`;
    const status = STATUS.exec(output)?.[0] ?? '';
    super(WORDS[status] ?? (status || output.trim().slice(0, 200) || `smbclient ended with ${outcome.exitCode}`));
    this.status = status;
  }
}

function programArguments(target: SmbTarget, address: string, folder: string, command: string): string[] {
  const args = [`//${target.host}/${target.share}`, '--ip-address', address, '--port', String(target.port)];
  // Settings of this machine must not change what a check sees.
  args.push('--configfile=/dev/null', '--debuglevel=1');
  if (target.domain !== '') args.push('--workgroup', target.domain);
  args.push('--user', target.username);
  if (target.username === '') args.push('--no-pass');
  if (folder !== '') args.push('--directory', folder);
  return [...args, '--command', command];
}

async function runListing(target: SmbTarget, folder: string, isDeep: boolean, signal: AbortSignal): Promise<string> {
  const [found] = await target.hosts.addresses(target.host);
  // The password is in no list of processes this way.
  const env = { ...cleanEnvironment(), TZ: 'UTC', LC_ALL: 'C.UTF-8', PASSWD: target.password };
  const command = isDeep ? 'recurse ON; ls' : 'ls';
  const args = programArguments(target, found?.address ?? target.host, folder, command);
  const request = { command: 'smbclient', args, env, cwd: target.tempDir, outputBytes: LISTING_BYTES, signal };
  let outcome: ProcessOutcome;
  try {
    outcome = await runProcess(request);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InvalidCheckError('SMB needs the program smbclient, which is not installed');
    throw error;
  }
  if (outcome.exitCode !== 0) throw new SmbStatusError(outcome);
  if (outcome.truncated) throw new Error(`the folder has more than ${MOST_ENTRIES} entries`);
  return outcome.stdout;
}

/** The files below `base`, which is a folder of the share. */
async function listFolder(target: SmbTarget, base: string, glob: string | undefined, request: ListRequest): Promise<FileList> {
  const isDeep = deepestLevel(glob) > 0;
  const listing = parseListing(await runListing(target, base, isDeep, request.signal));
  if (listing.entries.length > MOST_ENTRIES) throw new Error(`the folder has more than ${MOST_ENTRIES} entries`);
  const matches = glob === undefined ? () => true : picomatch(glob, { dot: true, nocase: true });
  const files: FileEntry[] = [];
  for (const { below, ...entry } of listing.entries) {
    const relative = below === undefined ? entry.name : posix.join(posix.relative(base, below), entry.name);
    if ((request.withFolders || !entry.isDirectory) && matches(relative)) files.push(entry);
  }
  const folder = listing.folder === undefined ? undefined : { ...listing.folder, name: posix.basename(base) || target.share };
  return { folder, files, space: listing.space };
}

/** A path that names a file is that file alone. */
async function listFile(target: SmbTarget, path: string, request: ListRequest): Promise<FileList> {
  const { dir, base } = posix.parse(path);
  const { files, space } = await listFolder(target, dir, undefined, request);
  const file = files.find((entry) => entry.name.toLowerCase() === base.toLowerCase());
  if (file === undefined) throw new Error(`${path} does not exist`);
  return { folder: file, files: [file], space };
}

/**
 * A share of an SMB server, listed by the program `smbclient`: it signs and encrypts and knows Kerberos, which the JavaScript clients do not.
 * Paths use `/` or `\` and may be doublestar globs. Source: health-checks §2.13.
 */
export function smbFiles(target: SmbTarget): FileStore {
  return {
    hasFolders: true,
    async list(request) {
      const path = request.path.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '');
      const { base, glob } = splitGlob(path);
      const folder = base === '.' ? '' : base;
      try {
        return await listFolder(target, folder, glob, request);
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof SmbStatusError && error.status === 'NT_STATUS_NOT_A_DIRECTORY' && glob === undefined)
          return await listFile(target, folder, request);
        if (error instanceof InvalidCheckError) throw error;
        throw new Error(describeNetworkError(error));
      }
    },
  };
}
