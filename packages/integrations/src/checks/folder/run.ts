import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ExpressionError } from '@quarterdeck/expressions';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { ageOf, compileFilter, type FolderFilter, sizeOf } from './filter.ts';
import { type FileEntry, type FileList, listFiles } from './list-files.ts';
import { type FolderCheck, folderKind } from './spec.ts';

interface Facts {
  files: FileEntry[];
  newest: FileEntry | undefined;
  oldest: FileEntry | undefined;
  smallest: FileEntry | undefined;
  largest: FileEntry | undefined;
  availableBytes: number | undefined;
  totalBytes: number | undefined;
}

function bestBy(files: readonly FileEntry[], value: (entry: FileEntry) => number): FileEntry | undefined {
  return files.reduce<FileEntry | undefined>(
    (best, entry) => (best === undefined || value(entry) > value(best) ? entry : best),
    undefined,
  );
}

async function spaceOf(path: string): Promise<{ availableBytes: number; totalBytes: number } | undefined> {
  try {
    const space = await statfs(path);
    return { availableBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize };
  } catch {
    return undefined;
  }
}

/** Names given to one evaluation. */
const NAMES_AT_ONCE = 1000;

/** The entries whose base name the regex matches. */
async function matchNames(files: FileEntry[], regex: string | undefined, context: ProbeContext): Promise<FileEntry[]> {
  if (!regex) return files;
  const kept: FileEntry[] = [];
  try {
    for (let start = 0; start === 0 || start < files.length; start += NAMES_AT_ONCE) {
      const part = files.slice(start, start + NAMES_AT_ONCE);
      // The empty name makes a broken regex an error in an empty folder, too.
      const matches = await context.matches(regex, ['', ...part.map((entry) => entry.name)]);
      kept.push(...part.filter((_entry, index) => matches[index + 1]));
    }
  } catch (error) {
    throw new InvalidCheckError(`filter.regex: ${error instanceof ExpressionError ? error.reason : String(error)}`);
  }
  return kept;
}

async function gather(list: FileList, filter: FolderFilter | undefined, path: string, context: ProbeContext): Promise<Facts> {
  const candidates = list.files.filter(compileFilter(filter, context.clock.now().getTime()));
  const files = await matchNames(candidates, filter?.regex, context);
  const space = list.folder === undefined ? undefined : await spaceOf(path);
  const orFolder = (entry: FileEntry | undefined) => entry ?? list.folder;
  return {
    files,
    newest: orFolder(bestBy(files, (entry) => entry.modified.getTime())),
    oldest: orFolder(bestBy(files, (entry) => -entry.modified.getTime())),
    smallest: bestBy(files, (entry) => -entry.sizeBytes),
    largest: bestBy(files, (entry) => entry.sizeBytes),
    availableBytes: space?.availableBytes,
    totalBytes: space?.totalBytes,
  };
}

function judgeSpace(spec: FolderCheck, facts: Facts): string[] {
  const failures: string[] = [];
  const wanted = [
    ['availableSize', spec.availableSize, facts.availableBytes, 'free'],
    ['totalSize', spec.totalSize, facts.totalBytes, 'in total'],
  ] as const;
  for (const [field, value, actual, words] of wanted) {
    const bytes = sizeOf(value, field);
    if (bytes === undefined) continue;
    if (actual === undefined) failures.push(`the size of the file system is not known`);
    else if (actual < bytes) failures.push(`${actual} bytes ${words}, fewer than ${bytes}`);
  }
  return failures;
}

/** The tests in the contract's order; the first that fails ends them. Source: health-checks §2.13. */
function judge(spec: FolderCheck, facts: Facts, nowMs: number): string[] {
  const count = facts.files.length;
  if (spec.minCount !== undefined && count < spec.minCount) return [`${count} files, fewer than ${spec.minCount}`];
  if (spec.maxCount !== undefined && count > spec.maxCount) return [`${count} files, more than ${spec.maxCount}`];
  const space = judgeSpace(spec, facts);
  const minAgeMs = ageOf(spec.minAge, 'minAge');
  const maxAgeMs = ageOf(spec.maxAge, 'maxAge');
  const minSize = sizeOf(spec.minSize, 'minSize');
  const maxSize = sizeOf(spec.maxSize, 'maxSize');
  if (space.length > 0 || count === 0) return space;
  const { newest, oldest, smallest, largest } = facts;
  if (minAgeMs !== undefined && newest && nowMs - newest.modified.getTime() < minAgeMs)
    return [`the newest file ${newest.name} is younger than ${spec.minAge}`];
  if (maxAgeMs !== undefined && oldest && nowMs - oldest.modified.getTime() > maxAgeMs)
    return [`the oldest file ${oldest.name} is older than ${spec.maxAge}`];
  if (minSize !== undefined && smallest && smallest.sizeBytes < minSize)
    return [`the smallest file ${smallest.name} has ${smallest.sizeBytes} bytes, fewer than ${spec.minSize}`];
  if (maxSize !== undefined && largest && largest.sizeBytes > maxSize)
    return [`the largest file ${largest.name} has ${largest.sizeBytes} bytes, more than ${spec.maxSize}`];
  return [];
}

function shown(entry: FileEntry | undefined): Record<string, unknown> | undefined {
  if (entry === undefined) return undefined;
  return {
    name: entry.name,
    size: BigInt(entry.sizeBytes),
    mode: entry.mode,
    modified: entry.modified,
    is_dir: entry.isDirectory,
  };
}

/** Members without a value are absent, `files` of an empty list too, so that expressions reach them by optional access. */
function toResults(facts: Facts): Record<string, unknown> {
  const members = {
    files: facts.files.length > 0 ? facts.files.map(shown) : undefined,
    oldest: shown(facts.oldest),
    newest: shown(facts.newest),
    smallest: shown(facts.smallest),
    largest: shown(facts.largest),
    size: facts.files.length > 0 ? BigInt(facts.files.reduce((sum, entry) => sum + entry.sizeBytes, 0)) : undefined,
    availableSize: facts.availableBytes === undefined ? undefined : BigInt(facts.availableBytes),
    totalSize: facts.totalBytes === undefined ? undefined : BigInt(facts.totalBytes),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

async function renderFilter(filter: FolderCheck['filter'], context: ProbeContext): Promise<FolderFilter | undefined> {
  if (filter === undefined || context.canary.annotations.template === 'false') return filter;
  const render = async (value: string | number | undefined) =>
    typeof value === 'string' ? await context.templates.text(value, {}) : value;
  const regex = await render(filter.regex);
  const since = await render(filter.since);
  return {
    minAge: await render(filter.minAge),
    maxAge: await render(filter.maxAge),
    minSize: await render(filter.minSize),
    maxSize: await render(filter.maxSize),
    regex: regex === undefined ? undefined : String(regex),
    since: since === undefined ? undefined : String(since),
  };
}

const REMOTE = /^(s3:|gcs:|smb:|\\\\)/i;

async function run(spec: FolderCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const path = await context.templates.text(spec.path ?? '', {});
  if (path === '') throw new InvalidCheckError('folder needs a path');
  const isRemote = REMOTE.test(path) || spec.awsConnection || spec.gcpConnection || spec.sftpConnection || spec.smbConnection;
  if (isRemote) throw new InvalidCheckError('only folders of this machine are available: S3, GCS, SFTP and SMB are not');
  const filter = await renderFilter(spec.filter, context);
  let list: FileList;
  try {
    list = await listFiles(resolve(path), spec.recursive ?? false, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(error instanceof Error ? error.message : String(error));
  }
  const base = resolve(path.replace(/\/?[^/]*[*?{}[\]].*$/, '') || '/');
  const facts = await gather(list, filter, base, context);
  const results = toResults(facts);
  return { failures: judge(spec, facts, context.clock.now().getTime()), data: { results }, detail: results };
}

export const probe = defineProbe(folderKind, { run });
