import type { IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { readBody } from './body.ts';
import { canonicalHeaders } from './canonical-headers.ts';
import { answerChallenge, type HttpLogin } from './login.ts';

/** TLS settings with their PEM texts already resolved. */
export interface TlsOptions {
  ca?: string;
  cert?: string;
  key?: string;
  insecureSkipVerify?: boolean;
  handshakeTimeoutMs: number;
}

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  tls: TlsOptions;
  /** Proves the password when the host of `url` asks for it; other hosts after a redirect are not answered. */
  login?: HttpLogin;
  /** Gives headers that prove who sends a request, for each request to the host of `url`. */
  sign?(request: {
    method: string;
    url: URL;
    headers: Readonly<Record<string, string>>;
    body?: string | undefined;
  }): Record<string, string>;
  /** Most redirects that are followed; 0 gives the redirecting answer itself. */
  maxRedirects: number;
  /** Bytes of the body that are read; the connection is closed after that. */
  bodyBytes: number;
  /** Tells by the headers whether the body is of interest; without it the body is. */
  wantsBody?(headers: Readonly<Record<string, string>>): boolean;
  signal: AbortSignal;
  lookup: LookupFunction;
  /** Called with the host of each request, before it is sent; throws to refuse it. */
  guardHost(host: string): void;
  monotonicMs(): number;
}

export interface IncomingResponse {
  status: number;
  /** Names in the canonical form of Go (`Content-Type`); several values joined by a comma. */
  headers: Record<string, string>;
  body: Buffer;
  /** The body was longer than the limit or never ends by design, and was cut. */
  truncated: boolean;
  /** Milliseconds from the start until the headers of the last answer. */
  durationMs: number;
  /** End of validity of the leaf certificate; undefined without TLS. */
  certificateExpiry: Date | undefined;
  /** URL of the last answer. */
  url: URL;
}

/** Most bytes read of an answer that only carries a challenge. */
const CHALLENGE_BODY_BYTES = 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CROSS_HOST_HEADERS = new Set(['authorization', 'cookie', 'www-authenticate', 'proxy-authorization']);
const BODY_HEADERS = new Set(['content-length', 'content-type', 'transfer-encoding']);

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Connections = HttpAgent | HttpsAgent | false;

/**
 * Sends a request on a connection of its own, so that the time to the headers holds name lookup, connect and TLS handshake each time and no
 * idle socket stays behind. Follows redirects as Go's client does. Rejects on transport errors, with the signal's reason when aborted.
 */
export async function sendRequest(request: OutgoingRequest): Promise<IncomingResponse> {
  const startMs = request.monotonicMs();
  let hop: Hop = { url: request.url, method: request.method, headers: { ...request.headers }, body: request.body };
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendWithLogin(hop, request);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (!REDIRECTS.has(status) || location === undefined || request.maxRedirects === 0) {
      return await finish(response, hop.url, request, startMs);
    }
    response.destroy();
    if (redirects >= request.maxRedirects) throw new Error(`stopped after ${request.maxRedirects} redirects`);
    hop = nextHop(hop, status, location);
  }
}

function nextHop(hop: Hop, status: number, location: string): Hop {
  let url: URL;
  try {
    url = new URL(location, hop.url);
  } catch {
    throw new Error('redirected to something that is no URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`redirected to the unsupported scheme ${url.protocol.replace(':', '')}`);
  const keepsMethod = status === 307 || status === 308 || hop.method === 'GET' || hop.method === 'HEAD';
  const sameHost = url.hostname === hop.url.hostname || url.hostname.endsWith(`.${hop.url.hostname}`);
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(([name]) => {
      const lower = name.toLowerCase();
      if (lower === 'host') return false;
      if (!sameHost && CROSS_HOST_HEADERS.has(lower)) return false;
      return keepsMethod || !BODY_HEADERS.has(lower);
    }),
  );
  return { url, method: keepsMethod ? hop.method : 'GET', headers, body: keepsMethod ? hop.body : undefined };
}

/** A login needs its steps on one connection, which ends with the last answer. */
async function sendWithLogin(hop: Hop, request: OutgoingRequest): Promise<IncomingMessage> {
  const { login } = request;
  if (hop.url.host !== request.url.host) return await sendHop(hop, request, false);
  if (request.sign !== undefined)
    return await sendHop({ ...hop, headers: { ...hop.headers, ...request.sign(hop) } }, request, false);
  if (login === undefined) return await sendHop(hop, request, false);
  const one = { keepAlive: true, maxSockets: 1 };
  const connections = hop.url.protocol === 'https:' ? new HttpsAgent(one) : new HttpAgent(one);
  try {
    const answer = await answerChallenge(await sendHop(hop, request, connections), login, {
      method: hop.method,
      url: hop.url,
      challengeOf: (response) => (response.statusCode === 401 ? (response.headers['www-authenticate'] ?? '') : ''),
      send: (authorization, isProbe) => {
        const headers = { ...hop.headers, Authorization: authorization };
        const body = isProbe && hop.body !== undefined ? '' : hop.body;
        return sendHop({ ...hop, headers, body }, request, connections);
      },
      drain: async (response) => {
        await readBody(response, CHALLENGE_BODY_BYTES, false, request.signal);
      },
    });
    answer.once('close', () => connections.destroy());
    return answer;
  } catch (error) {
    connections.destroy();
    throw error;
  }
}

function sendHop(hop: Hop, request: OutgoingRequest, connections: Connections): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.signal.throwIfAborted();
    request.guardHost(hop.url.hostname);
    const isTls = hop.url.protocol === 'https:';
    const { tls } = request;
    const outgoing = (isTls ? httpsRequest : httpRequest)(hop.url, {
      method: hop.method,
      headers: hop.body === undefined ? hop.headers : { 'Content-Length': Buffer.byteLength(hop.body), ...hop.headers },
      agent: connections,
      lookup: request.lookup,
      maxHeaderSize: 64 * 1024,
      ...(isTls ? { ca: tls.ca, cert: tls.cert, key: tls.key, rejectUnauthorized: tls.insecureSkipVerify !== true } : {}),
    });
    const onAbort = () => outgoing.destroy(request.signal.reason instanceof Error ? request.signal.reason : new Error('aborted'));
    request.signal.addEventListener('abort', onAbort, { once: true });
    const settle = () => request.signal.removeEventListener('abort', onAbort);
    if (isTls) limitHandshake(outgoing, tls.handshakeTimeoutMs);
    outgoing.once('response', (response) => {
      settle();
      resolve(response);
    });
    outgoing.on('error', (error) => {
      settle();
      reject(error);
    });
    outgoing.end(hop.body);
  });
}

function limitHandshake(outgoing: ReturnType<typeof httpsRequest>, timeoutMs: number): void {
  outgoing.once('socket', (socket) => {
    socket.once('connect', () => {
      const timer = setTimeout(
        () => outgoing.destroy(new Error(`the TLS handshake took longer than ${timeoutMs} ms`)),
        timeoutMs,
      );
      const stop = () => clearTimeout(timer);
      socket.once('secureConnect', stop);
      socket.once('close', stop);
    });
  });
}

async function finish(response: IncomingMessage, url: URL, request: OutgoingRequest, startMs: number): Promise<IncomingResponse> {
  const durationMs = request.monotonicMs() - startMs;
  const certificateExpiry =
    response.socket instanceof TLSSocket ? response.socket.getPeerX509Certificate()?.validToDate : undefined;
  const headers = canonicalHeaders(response.rawHeaders);
  const { body, truncated } = await readBody(response, request.bodyBytes, request.wantsBody?.(headers) ?? true, request.signal);
  return { status: response.statusCode ?? 0, headers, body, truncated, durationMs, certificateExpiry, url };
}
