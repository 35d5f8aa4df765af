import { answerError, ClientError, noAnswerError } from './client-error.ts';

/** Where a call goes instead, and what it carries. */
export interface Destination {
  /** Address of the server, which is called without the `/api` of a page's own origin. Default: as without a destination. */
  baseUrl?: string | undefined;
  token?: string | undefined;
}

export interface TransportOptions {
  /** Origin of the server, without a slash at the end; empty means the page's own origin. */
  baseUrl?: string;
  /** Access token that every call carries; without one the browser's session counts. */
  token?: string;
  /** Asked before every call, for tokens that live shorter than the page; undefined changes nothing. */
  destination?: () => Promise<Destination | undefined>;
  /** Told about every answer that says that nobody is signed in, or not with all that is needed. */
  onSignInNeeded?: (error: ClientError) => void;
  fetch?: typeof globalThis.fetch;
  /** Limit of one call in milliseconds. Default 30,000. */
  timeoutMs?: number;
  isOnline?: () => boolean;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: URLSearchParams;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface Answer<T> {
  body: T;
  headers: Headers;
}

/** An answer as it came, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Transport {
  readonly baseUrl: string;
  /** Calls `path`. Rejects with ClientError when no answer came, or AbortError when `signal` fires. */
  send(path: string, options?: CallOptions): Promise<RawAnswer>;
  /** Calls `path` and reads the JSON answer as the contract's type. Rejects with ClientError, or AbortError when `signal` fires. */
  call<T>(path: string, options?: CallOptions): Promise<Answer<T>>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

function isOnlineByBrowser(): boolean {
  return typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine !== false;
}

export function readJson<T>(text: string, status: number): T {
  try {
    return JSON.parse(text === '' ? 'null' : text);
  } catch (cause) {
    throw new ClientError({ status, code: 'UNKNOWN', message: 'An error occurred', cause });
  }
}

function requestInit(options: CallOptions, token: string | undefined, signal: AbortSignal): RequestInit {
  const { method = 'GET', body, headers } = options;
  const all = new Headers({ accept: 'application/json', ...headers });
  if (body !== undefined) all.set('content-type', 'application/json');
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  return {
    method,
    headers: all,
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  };
}

function addressOf(path: string, query: URLSearchParams | undefined, baseUrl: string, direct: string | undefined): string {
  const text = query?.toString() ?? '';
  const base = direct === undefined ? `${baseUrl}${path}` : `${direct.replace(/\/+$/, '')}${path.replace(/^\/api(?=\/)/, '')}`;
  return text === '' ? base : `${base}?${text}`;
}

export function createTransport(options: TransportOptions = {}): Transport {
  const baseUrl = options.baseUrl ?? '';
  const isOnline = options.isOnline ?? isOnlineByBrowser;
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function request(path: string, callOptions: CallOptions = {}): Promise<RawAnswer> {
    const timeout = AbortSignal.timeout(callOptions.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = callOptions.signal ? AbortSignal.any([callOptions.signal, timeout]) : timeout;
    const destination = options.destination === undefined ? undefined : await options.destination();
    const url = addressOf(path, callOptions.query, baseUrl, destination?.baseUrl);
    try {
      const response = await send(url, requestInit(callOptions, destination?.token ?? options.token, signal));
      return { status: response.status, text: await response.text(), headers: response.headers };
    } catch (cause) {
      if (callOptions.signal?.aborted) throw cause;
      if (timeout.aborted) throw noAnswerError('TIMEOUT', cause);
      throw noAnswerError(isOnline() ? 'NETWORK' : 'OFFLINE', cause);
    }
  }

  async function call<T>(path: string, callOptions: CallOptions = {}): Promise<Answer<T>> {
    const { status, text, headers } = await request(path, callOptions);
    if (status < 200 || status > 299) {
      const error = answerError(status, text, headers);
      if (error.code === 'UNAUTHORIZED' || error.code === 'SECOND_FACTOR_REQUIRED') options.onSignInNeeded?.(error);
      throw error;
    }
    return { body: readJson<T>(text, status), headers };
  }

  return { baseUrl, send: request, call };
}
