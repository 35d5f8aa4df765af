import { answerError, ClientError, noAnswerError } from './client-error.ts';

export interface TransportOptions {
  /** Origin of the server, without a slash at the end; empty means the page's own origin. */
  baseUrl?: string;
  /** Access token that every call carries; without one the browser's session counts. */
  token?: string;
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

export interface Transport {
  readonly baseUrl: string;
  /** Calls `path` and reads the JSON answer as the contract's type. Rejects with ClientError, or AbortError when `signal` fires. */
  call<T>(path: string, options?: CallOptions): Promise<Answer<T>>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

function isOnlineByBrowser(): boolean {
  return typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine !== false;
}

function readJson<T>(text: string, status: number): T {
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

export function createTransport(options: TransportOptions = {}): Transport {
  const baseUrl = options.baseUrl ?? '';
  const isOnline = options.isOnline ?? isOnlineByBrowser;
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function call<T>(path: string, callOptions: CallOptions = {}): Promise<Answer<T>> {
    const timeout = AbortSignal.timeout(callOptions.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = callOptions.signal ? AbortSignal.any([callOptions.signal, timeout]) : timeout;
    const query = callOptions.query?.toString() ?? '';
    const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`;
    let response: Response;
    let text: string;
    try {
      response = await send(url, requestInit(callOptions, options.token, signal));
      text = await response.text();
    } catch (cause) {
      if (callOptions.signal?.aborted) throw cause;
      if (timeout.aborted) throw noAnswerError('TIMEOUT', cause);
      throw noAnswerError(isOnline() ? 'NETWORK' : 'OFFLINE', cause);
    }
    if (!response.ok) throw answerError(response.status, text);
    return { body: readJson<T>(text, response.status), headers: response.headers };
  }

  return { baseUrl, call };
}
