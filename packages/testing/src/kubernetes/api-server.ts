import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiUser, actingUser, authenticate, authorise } from './access.ts';
import { answerObjects } from './api-requests.ts';
import { sharedAuthority } from './certificates.ts';
import { answerDiscovery } from './discovery.ts';
import { type Json, textAt } from './json.ts';
import { ObjectStore } from './object-store.ts';
import { type ExecCall, type ExecOutcome, runExec } from './pod-streams.ts';
import { type RequestTarget, readTarget, verbOf } from './request-target.ts';
import { StatusError, statusOf } from './status.ts';
import { openWatch, type WatchStream } from './watch-stream.ts';

export interface ApiServerOptions {
  /** Besides `admin`, who may do everything. */
  users?: readonly ApiUser[];
  objects?: readonly Json[];
  /** False for a server from before aggregated discovery. */
  aggregatedDiscovery?: boolean;
  /** What the cluster does with a new object, such as starting a pod; gives the object's status, at once or later. */
  settle?(object: Json, store: ObjectStore): Json | undefined | Promise<Json | undefined>;
  /** True for objects that stay, marked as deleted, when they are removed in the foreground. */
  holds?(object: Json): boolean;
  log?(call: { namespace: string; pod: string; container: string }): string;
  /** Runs a command in a pod; undefined never ends. */
  exec?(call: ExecCall): Promise<ExecOutcome | undefined> | ExecOutcome | undefined;
  /** Requests that get no answer at all. */
  hangs?(method: string, path: string): boolean;
}

const ADMIN: ApiUser = { name: 'admin', token: 'admin-token-0123456789', rules: [{ verbs: ['*'], resources: ['*'] }] };

export interface ReceivedRequest {
  method: string;
  path: string;
  query: string;
  /** As whom it was judged. */
  user: string;
  accept: string;
  headers: IncomingHttpHeaders;
}

/** A Kubernetes API of version 1.31 in memory, over TLS, with the answers that clients depend on. */
export class ApiServer {
  readonly store = new ObjectStore();
  readonly received: ReceivedRequest[] = [];
  private readonly options: ApiServerOptions;
  private readonly authority = sharedAuthority().authority;
  private readonly sockets = new Set<Socket>();
  private readonly watches = new Set<WatchStream>();
  private readonly server: Server;
  private port = 0;
  private accepted = 0;

  constructor(options: ApiServerOptions) {
    this.options = options;
    this.server = createServer({
      ...sharedAuthority().server,
      ca: this.authority.cert,
      requestCert: true,
      rejectUnauthorized: false,
    });
    this.server.on('request', (request, response) => void this.handle(request, response));
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    for (const namespace of ['default', 'kube-system']) this.store.put(namespaceObject(namespace));
    for (const object of options.objects ?? []) this.store.put(object);
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    const { port }: Pick<AddressInfo, 'port'> = typeof address === 'object' && address !== null ? address : { port: 0 };
    this.port = port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  get caCertificate(): string {
    return this.authority.cert;
  }

  /** Watches that are open now. */
  get openWatches(): readonly WatchStream[] {
    return [...this.watches];
  }

  /** How many connections were made so far. */
  get acceptedConnections(): number {
    return this.accepted;
  }

  /** A kubeconfig for a user: by its token, by a certificate of its name, or with the given changes. */
  kubeconfig(
    login: { user?: string; token?: string; certificate?: string; namespace?: string; ca?: string | null } = {},
  ): string {
    const known = this.users.find((user) => user.name === (login.user ?? 'admin'));
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const pair = login.certificate === undefined ? undefined : this.authority.issue(login.certificate, 'client');
    const credentials = pair
      ? { 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.key) }
      : { token: login.token ?? known?.token };
    const ca = login.ca === undefined ? this.authority.cert : login.ca;
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      clusters: [
        { name: 'test', cluster: { server: this.url, ...(ca === null ? {} : { 'certificate-authority-data': base64(ca) }) } },
      ],
      users: [{ name: 'user', user: credentials }],
      contexts: [
        { name: 'test', context: { cluster: 'test', user: 'user', ...(login.namespace ? { namespace: login.namespace } : {}) } },
      ],
    });
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private get users(): readonly ApiUser[] {
    return [ADMIN, ...(this.options.users ?? [])];
  }

  /** Who asks for what; refuses strangers and what the user may not do. */
  private admit(request: IncomingMessage, url: URL): { target: RequestTarget | undefined } {
    const user = actingUser(request, authenticate(request, this.users), this.users);
    const method = request.method ?? 'GET';
    const accept = request.headers.accept ?? '';
    this.received.push({ method, path: url.pathname, query: url.search, user: user.name, accept, headers: request.headers });
    const target = readTarget(url.pathname);
    if (target === undefined) return { target };
    const { resource, namespace, part } = target;
    const name = part === '' ? resource.plural : `${resource.plural}/${part}`;
    const verb = verbOf(method, target, url.searchParams.get('watch') === 'true');
    authorise(user, { verb, resource: name, group: resource.group, namespace });
    return { target };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const json = (code: number, body: Json) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      if (this.options.hangs?.(request.method ?? 'GET', url.pathname)) return;
      const { target } = this.admit(request, url);
      const discovery = answerDiscovery(url.pathname, request.headers.accept ?? '', this.options.aggregatedDiscovery ?? true);
      if (discovery !== undefined) {
        json(200, discovery);
        return;
      }
      if (target === undefined) throw new StatusError(404, 'NotFound', 'the server could not find the requested resource');
      if (target.part === 'log') {
        this.answerLog(target, url, response);
        return;
      }
      if (url.searchParams.get('watch') === 'true') {
        this.watch(target, url, response);
        return;
      }
      const answer = await answerObjects(
        this.store,
        target,
        request,
        url.searchParams,
        (object) => this.options.holds?.(object) ?? false,
      );
      json(answer.code, answer.body);
      if (answer.code === 201 && target.part === '') void this.settle(target, answer.body);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      json(error.code, statusOf(error));
    }
  }

  private watch(target: RequestTarget, url: URL, response: ServerResponse): void {
    const stream = openWatch(this.store, target, url.searchParams, response);
    this.watches.add(stream);
    response.on('close', () => this.watches.delete(stream));
  }

  private answerLog(target: RequestTarget, url: URL, response: ServerResponse): void {
    this.store.get(target.resource, target.namespace, target.name);
    const call = { namespace: target.namespace, pod: target.name, container: url.searchParams.get('container') ?? '' };
    const lines = (this.options.log?.(call) ?? '').split('\n');
    const tail = Number(url.searchParams.get('tailLines') ?? '0');
    response.writeHead(200, { 'content-type': 'text/plain' }).end(lines.slice(tail > 0 ? -tail : 0).join('\n'));
  }

  private async settle(target: RequestTarget, object: Json): Promise<void> {
    const status = await this.options.settle?.(object, this.store);
    if (status === undefined) return;
    try {
      this.store.patch(target.resource, target.namespace, textAt(object, 'metadata', 'name'), { status });
    } catch (error) {
      // The object may be gone before it has settled.
      if (!(error instanceof StatusError)) throw error;
    }
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', this.url);
    try {
      const { target } = this.admit(request, url);
      if (target?.part !== 'exec') throw new StatusError(404, 'NotFound', 'the server could not find the requested resource');
      this.store.get(target.resource, target.namespace, target.name);
      const call: ExecCall = {
        namespace: target.namespace,
        pod: target.name,
        container: url.searchParams.get('container') ?? '',
        command: url.searchParams.getAll('command'),
      };
      const run = this.options.exec ?? (() => ({ exitCode: 0 }));
      runExec(request, socket, head, async () => await run(call));
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      socket.end(`HTTP/1.1 ${error.code} ${error.reason}\r\nConnection: close\r\n\r\n`);
    }
  }
}

export function namespaceObject(name: string): Json {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, status: { phase: 'Active' } };
}

/** Starts a stand-in on a free port of the loopback. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = new ApiServer(options);
  await server.listen();
  return server;
}
