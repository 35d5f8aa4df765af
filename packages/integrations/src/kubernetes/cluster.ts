import { isPlainObject } from '../canary/plain-object.ts';
import type { HostLookup } from '../net/host-lookup.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { secretsOf } from './cluster-config.ts';
import { Discovery, type ResourceKind } from './discovery.ts';
import { isConflict, isNotFound, KubernetesError } from './errors.ts';
import { type ListSelection, listObjects, type ObjectList, resourcePath } from './listing.ts';
import { type KubernetesObject, type ObjectRef, readObject, refOf } from './objects.ts';
import { type CommandOutcome, execInPod, type PodCommand } from './pod-exec.ts';
import { type ForwardedAnswer, type ForwardedRequest, Transport } from './transport.ts';
import { type WatchEvent, type WatchOptions, watchObjects } from './watch.ts';

/** How the API removes an object and what belongs to it. */
export interface DeleteOptions {
  graceSeconds?: number;
  /** `Foreground` keeps the object until everything that belongs to it is gone. */
  propagation?: 'Foreground' | 'Background' | 'Orphan';
}

export interface LogSelection {
  namespace: string;
  pod: string;
  container?: string;
  tailLines?: number;
  limitBytes?: number;
}

const FIELD_MANAGER = 'quarterdeck';
const REQUEST_TIMEOUT_MS = 30_000;

/** One cluster. Every call takes the signal that ends it and rejects with KubernetesError. */
export class KubernetesCluster {
  private readonly config: ClusterConfig;
  private readonly hosts: HostLookup;
  private readonly transport: Transport;
  private readonly discovery: Discovery;

  constructor(config: ClusterConfig, hosts: HostLookup, monotonicMs: () => number = () => performance.now()) {
    this.config = config;
    this.hosts = hosts;
    this.transport = new Transport(config, hosts, REQUEST_TIMEOUT_MS);
    this.discovery = new Discovery(this.transport, monotonicMs);
  }

  /** Address of the API. */
  get server(): string {
    return this.transport.server;
  }

  /** The namespace that the credentials are meant for; `default` when they name none. */
  get namespace(): string {
    return this.config.getContextObject(this.config.getCurrentContext())?.namespace || 'default';
  }

  /** What must not be shown of the credentials. */
  get secrets(): string[] {
    return secretsOf(this.config);
  }

  async version(signal: AbortSignal): Promise<unknown> {
    return await this.transport.json({ path: '/version', signal });
  }

  async kinds(signal: AbortSignal): Promise<ResourceKind[]> {
    return await this.discovery.kinds(signal);
  }

  async findKind(name: string, apiVersion: string | undefined, signal: AbortSignal): Promise<ResourceKind> {
    return await this.discovery.find(name, apiVersion, signal);
  }

  async list(kind: ResourceKind, selection: ListSelection, signal: AbortSignal): Promise<ObjectList> {
    return await listObjects(this.transport, kind, selection, signal);
  }

  watch(kind: ResourceKind, selection: ListSelection, options: WatchOptions): AsyncGenerator<WatchEvent> {
    return watchObjects(this.transport, kind, selection, options);
  }

  /** The object, or undefined when there is none. */
  async get(ref: ObjectRef, signal: AbortSignal): Promise<KubernetesObject | undefined> {
    try {
      return objectOfAnswer(await this.transport.json({ path: await this.pathOf(ref, signal), signal }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async create(object: KubernetesObject, signal: AbortSignal): Promise<KubernetesObject> {
    const kind = await this.findKind(object.kind, object.apiVersion, signal);
    const path = resourcePath(kind, this.namespaceFor(kind, object.metadata.namespace));
    const answer = await this.transport.json({
      method: 'POST',
      path,
      query: { fieldManager: FIELD_MANAGER },
      body: object,
      signal,
    });
    return objectOfAnswer(answer);
  }

  /** Creates the object, or changes it by a merge patch when it is there already. */
  async apply(object: KubernetesObject, signal: AbortSignal): Promise<KubernetesObject> {
    try {
      return await this.create(object, signal);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    return await this.patch(refOf(object), object, signal);
  }

  /** Changes an object by a JSON merge patch. */
  async patch(ref: ObjectRef, change: object, signal: AbortSignal): Promise<KubernetesObject> {
    const answer = await this.transport.json({
      method: 'PATCH',
      path: await this.pathOf(ref, signal),
      query: { fieldManager: FIELD_MANAGER },
      body: change,
      contentType: 'application/merge-patch+json',
      signal,
    });
    return objectOfAnswer(answer);
  }

  /** Removes an object; false when there is none. */
  async delete(ref: ObjectRef, options: DeleteOptions, signal: AbortSignal): Promise<boolean> {
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ...(options.graceSeconds === undefined ? {} : { gracePeriodSeconds: options.graceSeconds }),
      propagationPolicy: options.propagation ?? 'Background',
    };
    try {
      await this.transport.json({ method: 'DELETE', path: await this.pathOf(ref, signal), body, signal });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** A token of a service account, valid for an hour. */
  async serviceAccountToken(namespace: string, name: string, signal: AbortSignal): Promise<string | undefined> {
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/serviceaccounts/${encodeURIComponent(name)}/token`;
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } };
    try {
      const answer = objectOfAnswer(await this.transport.json({ method: 'POST', path, body, signal }));
      const token = isPlainObject(answer.status) ? answer.status.token : undefined;
      return typeof token === 'string' ? token : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async log(selection: LogSelection, signal: AbortSignal): Promise<string> {
    const { namespace, pod, ...query } = selection;
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
    return await this.transport.text({ path, query, accept: '*/*', signal });
  }

  async exec(command: PodCommand): Promise<CommandOutcome> {
    return await execInPod(this.config, this.hosts, command);
  }

  /** Passes somebody else's request on to the API. */
  async forward(request: ForwardedRequest): Promise<ForwardedAnswer> {
    return await this.transport.forward(request);
  }

  async close(): Promise<void> {
    await this.config.close();
  }

  private namespaceFor(kind: ResourceKind, namespace: string | undefined): string | undefined {
    return kind.isNamespaced ? (namespace ?? this.namespace) : undefined;
  }

  private async pathOf(ref: ObjectRef, signal: AbortSignal): Promise<string> {
    const kind = await this.findKind(ref.kind, ref.apiVersion, signal);
    return resourcePath(kind, this.namespaceFor(kind, ref.namespace), ref.name);
  }
}

function objectOfAnswer(answer: unknown): KubernetesObject {
  const object = readObject(answer);
  if (object === undefined) throw new KubernetesError('the cluster answers with no object');
  return object;
}
