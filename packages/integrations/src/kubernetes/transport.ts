import type { Readable } from 'node:stream';
import { HttpMethod, RequestContext } from '@kubernetes/client-node';
import { fetch, type Response, request as sendRaw } from 'undici';
import type { HostLookup } from '../net/host-lookup.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { errorOfAnswer, errorOfConnection, KubernetesError } from './errors.ts';

/** Largest answer that is read. */
const ANSWER_BYTES = 64 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server's address, each part already encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: unknown;
  contentType?: string;
  accept?: string;
  signal: AbortSignal;
}

/** A request of somebody else that is passed on as it is, under the cluster's credentials. */
export interface ForwardedRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the server's address with its query. */
  path: string;
  headers: Readonly<Record<string, string | string[]>>;
  body?: Readable;
  signal: AbortSignal;
}

/** The answer as the cluster gave it, whatever its status; the body is still to be read. */
export interface ForwardedAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readable;
}

/** How long the cluster may take until it begins to answer. A body that has begun may pause: watches and logs are silent for long. */
const BEGINS_WITHIN_MS = 120_000;

/** Sends requests to one cluster with its credentials. Every failure is a KubernetesError, except for the reason of an aborted signal. */
export class Transport {
  private readonly config: ClusterConfig;
  private readonly hosts: HostLookup;
  private readonly timeoutMs: number;
  readonly server: string;

  constructor(config: ClusterConfig, hosts: HostLookup, timeoutMs: number) {
    this.config = config;
    this.hosts = hosts;
    this.timeoutMs = timeoutMs;
    this.server = config.getCurrentCluster()?.server ?? '';
  }

  /** The decoded JSON of an answer. */
  async json(request: ApiRequest): Promise<unknown> {
    const text = await this.text(request);
    try {
      return JSON.parse(text);
    } catch {
      throw new KubernetesError(`the cluster ${this.server} answers with something that is not JSON: is it the API's address?`);
    }
  }

  /** The text of an answer. */
  async text(request: ApiRequest): Promise<string> {
    const late = AbortSignal.timeout(this.timeoutMs);
    const signal = AbortSignal.any([request.signal, late]);
    try {
      const response = await this.send({ ...request, signal });
      return await readText(response, ANSWER_BYTES);
    } catch (error) {
      request.signal.throwIfAborted();
      if (late.aborted) throw new KubernetesError(`the cluster ${this.server} did not answer within ${this.timeoutMs / 1000} s`);
      throw errorOfConnection(error, this.server);
    }
  }

  /** A successful answer whose body is still to be read; the caller's signal ends it. */
  async stream(request: ApiRequest): Promise<Response> {
    try {
      return await this.send(request);
    } catch (error) {
      request.signal.throwIfAborted();
      throw errorOfConnection(error, this.server);
    }
  }

  /** Passes a request on. The credentials of the cluster replace what the request has of such headers. */
  async forward(request: ForwardedRequest): Promise<ForwardedAnswer> {
    const url = `${this.server.replace(/\/+$/, '')}${request.path}`;
    this.hosts.guardLiteral(new URL(url).hostname);
    const context = new RequestContext(url, HttpMethod[request.method]);
    try {
      await this.config.applySecurityAuthentication(context);
      const dispatcher = context.getDispatcher();
      const { statusCode, headers, body } = await sendRaw(url, {
        method: request.method,
        headers: { ...request.headers, ...lowerCase(context.getHeaders()) },
        body: request.body ?? null,
        signal: request.signal,
        headersTimeout: BEGINS_WITHIN_MS,
        bodyTimeout: 0,
        ...(dispatcher === undefined ? {} : { dispatcher }),
      });
      return { status: statusCode, headers, body };
    } catch (error) {
      request.signal.throwIfAborted();
      throw errorOfConnection(error, this.server);
    }
  }

  private async send(request: ApiRequest): Promise<Response> {
    const url = new URL(this.server + request.path);
    for (const [key, value] of Object.entries(request.query ?? {}))
      if (value !== undefined && value !== '') url.searchParams.set(key, String(value));
    this.hosts.guardLiteral(url.hostname);
    const method = request.method ?? 'GET';
    const context = new RequestContext(url.href, HttpMethod[method]);
    await this.config.applySecurityAuthentication(context);
    const dispatcher = context.getDispatcher();
    const response = await fetch(url, {
      method,
      headers: {
        ...context.getHeaders(),
        Accept: request.accept ?? 'application/json',
        ...(request.body === undefined ? {} : { 'Content-Type': request.contentType ?? 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: request.signal,
      ...(dispatcher === undefined ? {} : { dispatcher }),
    });
    if (response.ok) return response;
    const text = await readText(response, ERROR_BYTES).catch(() => '');
    throw errorOfAnswer(response.status, text, `${method} ${url.pathname}`);
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function readText(response: Response, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of bodyOf(response)) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw new KubernetesError(`the answer is larger than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The bytes of an answer as they come; leaving the loop ends the transfer. */
export async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  for await (const chunk of response.body) if (chunk instanceof Uint8Array) yield chunk;
}
