import { ExpressionError } from '@quarterdeck/expressions';
import type { FileEntry } from '../../files/file-list.ts';
import { MOST_ENTRIES } from '../../files/find-files.ts';
import { describeNetworkError } from '../../net/network-error.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import type { MetricSample } from '../result.ts';
import { ageOf, compileFilter, type FolderFilter, sizeOf } from './filter.ts';
import { type FoundFiles, listPath } from './open-store.ts';
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

async function gather(list: FoundFiles, filter: FolderFilter | undefined, context: ProbeContext): Promise<Facts> {
  const candidates = list.files.filter(compileFilter(filter, context.clock.now().getTime()));
  const files = await matchNames(candidates, filter?.regex, context);
  const orFolder = (entry: FileEntry | undefined) => entry ?? list.folder;
  return {
    files,
    newest: orFolder(bestBy(files, (entry) => entry.modified.getTime())),
    oldest: orFolder(bestBy(files, (entry) => -entry.modified.getTime())),
    smallest: bestBy(files, (entry) => -entry.sizeBytes),
    largest: bestBy(files, (entry) => entry.sizeBytes),
    availableBytes: list.space?.availableBytes,
    totalBytes: list.space?.totalBytes,
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

/** Figures of a bucket of S3: objects, the newest one's time in seconds since 1970, and bytes. */
function metricsOf(facts: Facts, labels: FoundFiles['bucketLabels']): MetricSample[] {
  if (labels === undefined) return [];
  const gauge = (name: string, value: number): MetricSample => ({
    name: `canary_check_s3_${name}`,
    type: 'gauge',
    value,
    labels,
  });
  const { files, newest } = facts;
  return [
    gauge('scan_count', files.length),
    ...(files.length === 0 || newest === undefined ? [] : [gauge('last_write', Math.floor(newest.modified.getTime() / 1000))]),
    gauge(
      'total_size',
      files.reduce((sum, entry) => sum + entry.sizeBytes, 0),
    ),
  ];
}

function isOwnError(error: unknown): boolean {
  return error instanceof Error && ['InvalidCheckError', 'ProbeFailedError', 'ValueUnavailableError'].includes(error.name);
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

async function run(spec: FolderCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const path = await context.templates.text(spec.path ?? '', {});
  if (path === '') throw new InvalidCheckError('folder needs a path');
  const filter = await renderFilter(spec.filter, context);
  let list: FoundFiles;
  try {
    list = await listPath(spec, path, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (isOwnError(error)) throw error;
    throw new ProbeFailedError(describeNetworkError(error));
  }
  if (list.isCut) context.warn(`${path} has more objects than are listed: the first ${MOST_ENTRIES} are judged`);
  const facts = await gather(list, filter, context);
  const results = toResults(facts);
  const failures = judge(spec, facts, context.clock.now().getTime());
  // An empty bucket cannot be told from a wrong path, so it passes only when the spec says that it may be empty.
  const mayBeEmpty = list.hasFolders || spec.minCount === 0 || spec.maxCount === 0;
  if (failures.length === 0 && facts.files.length === 0 && !mayBeEmpty) failures.push(`no object was found at ${path}`);
  return { failures, data: { results }, detail: results, metrics: metricsOf(facts, list.bucketLabels) };
}

export const probe = defineProbe(folderKind, { run });
