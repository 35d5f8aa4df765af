import { connect } from 'node:net';
import { basename, join } from 'node:path/posix';
import picomatch from 'picomatch';
import { Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import type { HostLookup } from '../net/host-lookup.ts';
import { describeNetworkError } from '../net/network-error.ts';
import { type FileEntry, type FileList, type FileSpace, type FileStore, type ListRequest, modeText } from './file-list.ts';
import { deepestLevel, MOST_ENTRIES, splitGlob } from './find-files.ts';

/** Status codes of the protocol. Source: draft-ietf-secsh-filexfer-02 §7. */
const END_OF_LIST = 1;
const NO_SUCH_FILE = 2;

export interface SftpTarget {
  host: string;
  port: number;
  username: string;
  password: string;
  /** Private key in PEM or OpenSSH form; empty when there is none. */
  privateKey: string;
  timeoutMs: number;
  hosts: HostLookup;
}

type RawAttributes = { mode: number; size: number; mtime: number };

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Turns a call with a callback into a promise; a failure with the code `absent` gives undefined. */
function ask<T>(
  absent: number,
  call: (done: (error: Error | undefined | null, value: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    call((error, value) => {
      if (!error) resolve(value);
      else if (codeOf(error) === absent) resolve(undefined);
      else reject(error);
    });
  });
}

function isFolder(attributes: RawAttributes): boolean {
  return (attributes.mode & 0o170000) === 0o040000;
}

function isLink(attributes: RawAttributes): boolean {
  return (attributes.mode & 0o170000) === 0o120000;
}

function toEntry(name: string, attributes: RawAttributes): FileEntry {
  const isDirectory = isFolder(attributes);
  const modified = new Date(attributes.mtime * 1000);
  return { name, sizeBytes: attributes.size, mode: modeText(attributes.mode, isDirectory), modified, isDirectory };
}

class SftpWalk {
  readonly files: FileEntry[] = [];
  private seen = 0;
  private readonly sftp: SFTPWrapper;
  private readonly request: ListRequest;
  private readonly deepest: number;
  private readonly matches: (relative: string) => boolean;

  constructor(sftp: SFTPWrapper, request: ListRequest, glob: string | undefined) {
    this.sftp = sftp;
    this.request = request;
    this.deepest = deepestLevel(glob);
    this.matches = glob === undefined ? () => true : picomatch(glob, { dot: true });
  }

  private readonly stat = (path: string) => ask(NO_SUCH_FILE, this.sftp.stat.bind(this.sftp, path));

  private async take(path: string, relative: string, listed: RawAttributes): Promise<void> {
    const attributes = isLink(listed) ? await this.stat(path) : listed;
    if (attributes === undefined) return;
    if (isFolder(attributes) && !this.request.withFolders) return;
    this.files.push(toEntry(basename(relative), attributes));
  }

  async visit(folder: string, prefix: string, level: number): Promise<void> {
    const { sftp } = this;
    const handle = await ask<Buffer>(-1, (done) => sftp.opendir(folder, done));
    if (handle === undefined) return;
    const subfolders: [string, string][] = [];
    for (;;) {
      this.request.signal.throwIfAborted();
      const part = await ask(END_OF_LIST, sftp.readdir.bind(sftp, handle));
      if (part === undefined) break;
      for (const { filename, attrs } of part) {
        if (filename === '.' || filename === '..') continue;
        this.seen += 1;
        if (this.seen > MOST_ENTRIES) throw new Error(`the folder has more than ${MOST_ENTRIES} entries`);
        const relative = prefix + filename;
        if (this.matches(relative)) await this.take(join(folder, filename), relative, attrs);
        if (isFolder(attrs) && level < this.deepest) subfolders.push([join(folder, filename), `${relative}/`]);
      }
    }
    sftp.close(handle, () => undefined);
    for (const [path, below] of subfolders) await this.visit(path, below, level + 1);
  }

  async list(base: string): Promise<FileList> {
    const attributes = await this.stat(base);
    if (attributes === undefined) throw new Error(`${base} does not exist`);
    const folder = toEntry(basename(base) || '/', attributes);
    const space = await this.spaceOf(base);
    if (!folder.isDirectory) return { folder, files: [folder], space };
    await this.visit(base, '', 0);
    return { folder, files: this.files, space };
  }

  /** Undefined when the server lacks the extension. */
  private spaceOf(path: string): Promise<FileSpace | undefined> {
    return new Promise((resolve) => {
      try {
        this.sftp.ext_openssh_statvfs(path, (error: Error | undefined, found: unknown) => {
          if (error || typeof found !== 'object' || found === null) return resolve(undefined);
          const figure = (name: string) => Number(Reflect.get(found, name));
          const unit = figure('f_frsize');
          return resolve({ availableBytes: figure('f_bavail') * unit, totalBytes: figure('f_blocks') * unit });
        });
      } catch {
        resolve(undefined);
      }
    });
  }
}

function openSession(client: Client, settings: ConnectConfig, password: string): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.once('close', () => reject(new Error('the server closed the connection')));
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)));
    client.once('ready', () =>
      client.sftp((error, sftp) => {
        if (error) return reject(error);
        // What breaks the protocol ends the connection, and with it every request that waits for an answer.
        sftp.on('error', () => client.destroy());
        return resolve(sftp);
      }),
    );
    client.connect(settings);
  });
}

function describeSshError(error: unknown): string {
  if (error instanceof Error && 'level' in error && error.level === 'client-authentication') return 'the login was refused';
  return describeNetworkError(error);
}

/**
 * The files of a server that speaks SFTP. Paths may be doublestar globs; a folder that does not exist is an error. The host's key is not
 * verified, since a check has nowhere to keep it. Source: health-checks §2.13.
 */
export function sftpFiles(target: SftpTarget): FileStore {
  return {
    hasFolders: true,
    async list(request) {
      const { host, port, username, password, privateKey, timeoutMs, hosts } = target;
      hosts.guardLiteral(host);
      const socket = connect({ host, port, lookup: hosts.lookup, noDelay: true });
      const client = new Client();
      const close = () => {
        client.destroy();
        socket.destroy();
      };
      request.signal.addEventListener('abort', close, { once: true });
      socket.on('error', () => undefined);
      try {
        const settings: ConnectConfig = { sock: socket, username, readyTimeout: timeoutMs, tryKeyboard: password !== '' };
        if (password !== '') settings.password = password;
        if (privateKey !== '') settings.privateKey = privateKey;
        const sftp = await openSession(client, settings, password);
        const { base, glob } = splitGlob(request.path);
        return await new SftpWalk(sftp, request, glob).list(base);
      } catch (error) {
        request.signal.throwIfAborted();
        throw new Error(describeSshError(error));
      } finally {
        request.signal.removeEventListener('abort', close);
        close();
      }
    },
  };
}
