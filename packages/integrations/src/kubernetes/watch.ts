import { isPlainObject } from '../canary/plain-object.ts';
import type { ResourceKind } from './discovery.ts';
import { errorOfAnswer, isGone, KubernetesError } from './errors.ts';
import { type ListSelection, listObjects, resourcePath } from './listing.ts';
import { type KubernetesObject, readObject } from './objects.ts';
import { bodyOf, type Transport } from './transport.ts';

/** A change of the watched objects. `SYNC` gives all of them: at the start and whenever changes were missed. */
export type WatchEvent =
  | { type: 'SYNC'; objects: readonly KubernetesObject[] }
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: KubernetesObject };

export interface WatchOptions {
  signal: AbortSignal;
  /** Waits between attempts to reconnect; resolves at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Seconds after which the server ends each connection. */
  serverSeconds?: number;
}

const SERVER_SECONDS = 290;
/** Silence of the server beyond its own limit means that the connection is dead. */
const GRACE_MS = 30_000;
const LINE_CHARACTERS = 16 * 1024 * 1024;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

type StreamEvent = { type: 'BOOKMARK'; resourceVersion: string } | Exclude<WatchEvent, { type: 'SYNC' }>;

function readEvent(line: string, kind: ResourceKind): StreamEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    throw new KubernetesError('the watch gives something that is not JSON');
  }
  if (!isPlainObject(event)) return undefined;
  if (event.type === 'ERROR') {
    const code = isPlainObject(event.object) && typeof event.object.code === 'number' ? event.object.code : 0;
    throw errorOfAnswer(code, JSON.stringify(event.object), 'watch');
  }
  const object = readObject(event.object, { apiVersion: kind.apiVersion, kind: kind.kind });
  if (object === undefined) return undefined;
  if (event.type === 'BOOKMARK') return { type: 'BOOKMARK', resourceVersion: object.metadata.resourceVersion ?? '' };
  if (event.type === 'ADDED' || event.type === 'MODIFIED' || event.type === 'DELETED') return { type: event.type, object };
  return undefined;
}

async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS) throw new KubernetesError('an event of the watch is too large');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
}

/** The events of one connection, from a resource version on, until the server ends it. */
async function* readStream(
  transport: Transport,
  kind: ResourceKind,
  selection: ListSelection,
  resourceVersion: string,
  options: WatchOptions,
): AsyncGenerator<StreamEvent> {
  const seconds = options.serverSeconds ?? SERVER_SECONDS;
  const dead = AbortSignal.timeout(seconds * 1000 + GRACE_MS);
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, dead, left.signal]);
  try {
    const response = await transport.stream({
      path: resourcePath(kind, selection.namespace),
      query: {
        watch: true,
        allowWatchBookmarks: true,
        resourceVersion,
        timeoutSeconds: seconds,
        labelSelector: selection.labelSelector,
        fieldSelector: selection.fieldSelector,
      },
      signal,
    });
    for await (const line of readLines(bodyOf(response))) {
      const event = readEvent(line, kind);
      if (event !== undefined) yield event;
    }
  } finally {
    left.abort();
  }
}

/**
 * The objects of a kind and their changes until the signal aborts: lists, then watches from there, resumes after the server ends a connection
 * or a connection breaks, and lists again when the server no longer knows where we were. Rejects when the first list fails, when access is
 * refused, and with the signal's reason.
 */
export async function* watchObjects(
  transport: Transport,
  kind: ResourceKind,
  selection: ListSelection,
  options: WatchOptions,
): AsyncGenerator<WatchEvent> {
  const { signal } = options;
  let version = '';
  let pauseMs = FIRST_PAUSE_MS;
  let isFirst = true;
  for (;;) {
    signal.throwIfAborted();
    let isAnswered = false;
    try {
      if (version === '') {
        const list = await listObjects(transport, kind, selection, signal);
        version = list.resourceVersion;
        yield { type: 'SYNC', objects: list.objects };
        isFirst = false;
      }
      for await (const event of readStream(transport, kind, selection, version, options)) {
        isAnswered = true;
        pauseMs = FIRST_PAUSE_MS;
        if (event.type === 'BOOKMARK') {
          version = event.resourceVersion || version;
          continue;
        }
        version = event.object.metadata.resourceVersion ?? version;
        yield event;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (isFirst || isRefused(error)) throw error;
      if (isGone(error)) version = '';
    }
    if (isAnswered || version === '') continue;
    await options.sleep(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof KubernetesError && (error.status === 401 || error.status === 403);
}
