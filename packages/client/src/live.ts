import type { LiveChange, LiveResults } from '@quarterdeck/contract/platform';

export type LiveState = 'live' | 'reconnecting' | 'paused';

export interface LiveHandlers {
  onState?(state: LiveState): void;
  onHello?(hello: { cursor: string; server_time: string }): void;
  /** `cursor`: where the stream stands after this change. */
  onChange?(change: LiveChange, cursor: string): void;
  onResults?(results: LiveResults): void;
  /** The cursor was too old to continue: everything read so far has to be read again. */
  onResync?(): void;
}

export interface LiveOptions extends LiveHandlers {
  topics: readonly string[];
  /** Also results of checks, coalesced by the server to one event a second. */
  results?: boolean;
  /** Where to start, such as the `cursor` of a summary. */
  cursor?: string | undefined;
}

/** The part of a MessageEvent that the stream reads. */
export interface StreamEvent {
  readonly data: string;
  readonly lastEventId: string;
}

/** The part of EventSource that the stream uses. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: StreamEvent) => void): void;
  close(): void;
}

export interface LiveEnvironment {
  baseUrl: string;
  open(url: string): EventStream;
  setTimeout(work: () => void, delayMs: number): () => void;
}

export interface LiveConnection {
  pause(): void;
  resume(): void;
  close(): void;
}

const CLOSED = 2;
const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 30_000;

function dataOf<T>(event: StreamEvent): T | undefined {
  try {
    return JSON.parse(event.data);
  } catch {
    return undefined;
  }
}

function liveUrl(baseUrl: string, options: LiveOptions, cursor: string | undefined): string {
  const query = new URLSearchParams({ topics: options.topics.join(',') });
  if (options.results) query.set('results', '1');
  if (cursor !== undefined) query.set('cursor', cursor);
  return `${baseUrl}/api/live?${query}`;
}

/**
 * One live stream that reconnects by itself: short breaks are the browser's, a refused or ended stream is opened again
 * from the last cursor, waiting 1 s and then twice as long each time up to 30 s. Source: architecture §7.
 */
export function openLive(options: LiveOptions, environment: LiveEnvironment): LiveConnection {
  let stream: EventStream | undefined;
  let cursor = options.cursor;
  let helloCursor: string | undefined;
  let attempts = 0;
  let cancelRetry: (() => void) | undefined;

  function listen(current: EventStream) {
    const on = (type: string, work: (event: StreamEvent) => void) =>
      current.addEventListener(type, (event) => {
        if (stream === current) work(event);
      });
    on('hello', (event) => {
      attempts = 0;
      const hello = dataOf<{ cursor: string; server_time: string }>(event);
      options.onState?.('live');
      if (hello !== undefined) {
        helloCursor = hello.cursor;
        cursor ??= hello.cursor;
        options.onHello?.(hello);
      }
    });
    on('change', (event) => {
      if (event.lastEventId !== '') cursor = event.lastEventId;
      const change = dataOf<LiveChange>(event);
      if (change !== undefined) options.onChange?.(change, cursor ?? '');
    });
    on('results', (event) => {
      const results = dataOf<LiveResults>(event);
      if (results !== undefined) options.onResults?.(results);
    });
    on('resync', () => {
      cursor = helloCursor;
      options.onResync?.();
    });
    on('error', () => {
      options.onState?.('reconnecting');
      if (current.readyState === CLOSED) retry();
    });
  }

  function connect() {
    cancelRetry = undefined;
    stream = environment.open(liveUrl(environment.baseUrl, options, cursor));
    listen(stream);
  }

  function retry() {
    stream = undefined;
    const delayMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** attempts);
    attempts += 1;
    cancelRetry = environment.setTimeout(connect, delayMs);
  }

  function disconnect() {
    cancelRetry?.();
    cancelRetry = undefined;
    const open = stream;
    stream = undefined;
    open?.close();
  }

  connect();
  return {
    pause() {
      disconnect();
      options.onState?.('paused');
    },
    resume() {
      if (stream !== undefined || cancelRetry !== undefined) return;
      options.onState?.('reconnecting');
      connect();
    },
    close: disconnect,
  };
}
