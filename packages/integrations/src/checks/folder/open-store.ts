import { withS3 } from '../../aws/s3-access.ts';
import type { FileList, FileStore } from '../../files/file-list.ts';
import { localFiles } from '../../files/local-files.ts';
import { resolveGcpAccess } from '../../google/gcp-access.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../probe.ts';
import type { SftpConnection, SmbConnection } from './connection-blocks.ts';
import type { FolderCheck } from './spec.ts';

const SFTP_PORT = 22;
const SMB_PORT = 445;
const READ_GCS = 'https://www.googleapis.com/auth/devstorage.read_only';

/** What was found where a check's path points. */
export interface FoundFiles extends FileList {
  hasFolders: boolean;
  /** Labels of the metrics about a bucket of S3. */
  bucketLabels?: { endpoint: string; bucket: string };
}

/** A server and a path on it, as `//host:port/path` or `host` names them. */
function splitServer(text: string): { host: string; port: number | undefined; path: string } {
  const [, host = '', port, path = ''] =
    /^(?:[a-z]+:)?(?:\/\/)?(?:[^@/]*@)?(\[[^\]]+\]|[^:/]*)(?::(\d{1,5}))?(\/.*)?$/i.exec(text.trim()) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? undefined : Number(port), path };
}

function portOf(candidates: readonly (number | string | undefined)[], fallback: number): number {
  const port = Number(candidates.find((candidate) => candidate !== undefined && candidate !== '') ?? fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidCheckError(`the port ${port} is not one from 1 to 65535`);
  return port;
}

function splitBucket(path: string, fallback: string): { bucket: string; key: string } {
  const [, bucket = '', key = ''] = /^[a-z0-9]+:\/\/([^/]*)\/?(.*)$/is.exec(path) ?? [];
  const name = bucket || fallback;
  if (name === '') throw new InvalidCheckError('the path names no bucket');
  return { bucket: name, key };
}

async function openSftp(spec: SftpConnection, path: string, context: ProbeContext): Promise<{ store: FileStore; path: string }> {
  const { sftpFiles } = await import('../../files/sftp-files.ts');
  const stored = await context.connection({ ...spec, url: spec.host });
  const inPath = /^sftp:\/\//i.test(path) ? splitServer(path) : undefined;
  const server = splitServer(stored.url);
  const host = inPath?.host || server.host;
  if (host === '') throw new InvalidCheckError('sftpConnection needs a host');
  const port = portOf([inPath?.port, spec.port, server.port, stored.properties.port], SFTP_PORT);
  const { username, password, certificate: privateKey } = stored;
  context.secret(privateKey);
  if (username === '') throw new InvalidCheckError('sftpConnection needs a username');
  const { timeoutMs, hosts } = context;
  return {
    store: sftpFiles({ host, port, username, password, privateKey, timeoutMs, hosts }),
    path: inPath === undefined ? path : inPath.path || '/',
  };
}

async function openSmb(
  spec: SmbConnection | undefined,
  path: string,
  context: ProbeContext,
): Promise<{ store: FileStore; path: string }> {
  const { smbFiles } = await import('../../files/smb-files.ts');
  const stored = await context.connection({ ...spec });
  const inPath = splitServer(path.replaceAll('\\', '/'));
  const server = splitServer(stored.url);
  const host = inPath.host || server.host;
  const [named = '', ...rest] = inPath.path.split('/').filter((part) => part !== '');
  const share = named || spec?.share || (stored.properties.share ?? '');
  if (host === '' || share === '') throw new InvalidCheckError('the path is not smb://server/share/folder');
  if (stored.username.includes('%')) throw new InvalidCheckError('smbConnection: a username with % is not supported');
  const target = {
    host,
    port: portOf([inPath.port, spec?.port, server.port, stored.properties.port], SMB_PORT),
    share,
    domain: spec?.domain || (stored.properties.domain ?? ''),
    username: stored.username,
    password: stored.password,
    hosts: context.hosts,
    tempDir: context.tempDir,
  };
  return { store: smbFiles(target), path: rest.join('/') };
}

async function listStore(
  { store, path }: { store: FileStore; path: string },
  spec: FolderCheck,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const list = await store.list({ path, withFolders: spec.recursive ?? false, signal });
  return { ...list, hasFolders: store.hasFolders };
}

/**
 * Lists what the path names in the place that its beginning or the spec's connection tells. Rejects with InvalidCheckError when that place is
 * not described well enough, and with the store's message when it cannot be listed. Source: health-checks §2.13.
 */
export async function listPath(spec: FolderCheck, path: string, context: ProbeContext): Promise<FoundFiles> {
  const { signal } = context;
  if (/^s3:\/\//i.test(path)) {
    if (spec.awsConnection === undefined) throw new ProbeFailedError('a path of S3 needs awsConnection');
    const { s3Files } = await import('../../files/s3-files.ts');
    return await withS3(spec.awsConnection, context, async ({ client, bucket: fallback, endpoint }) => {
      const { bucket, key } = splitBucket(path, fallback);
      const found = await listStore({ store: s3Files(client, bucket), path: key }, spec, signal);
      return { ...found, bucketLabels: { endpoint, bucket } };
    });
  }
  if (/^gcs:\/\//i.test(path)) {
    if (spec.gcpConnection === undefined) throw new ProbeFailedError('a path of GCS needs gcpConnection');
    const { gcsFiles } = await import('../../files/gcs-files.ts');
    const access = await resolveGcpAccess(spec.gcpConnection, READ_GCS, context);
    const { bucket, key } = splitBucket(path, spec.gcpConnection.bucket || (access.properties.bucket ?? ''));
    return await listStore({ store: gcsFiles(access, bucket), path: key }, spec, signal);
  }
  if (/^smb:\/\//i.test(path) || path.startsWith('\\\\'))
    return await listStore(await openSmb(spec.smbConnection, path, context), spec, signal);
  if (spec.sftpConnection !== undefined) return await listStore(await openSftp(spec.sftpConnection, path, context), spec, signal);
  if (/^sftp:\/\//i.test(path)) throw new ProbeFailedError('a path of SFTP needs sftpConnection');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) throw new InvalidCheckError(`the path ${path} is in no place that is known`);
  return await listStore({ store: localFiles, path }, spec, signal);
}
