import { isPlainObject } from '../canary/plain-object.ts';
import { KubernetesError } from './errors.ts';
import type { Transport } from './transport.ts';

/** A kind of objects that a cluster serves. */
export interface ResourceKind {
  /** Empty for the core group. */
  group: string;
  version: string;
  /** `v1` or `group/version`. */
  apiVersion: string;
  kind: string;
  /** Name in addresses, such as `deployments`. */
  plural: string;
  /** Other names, in lower case: singular and short names. */
  names: readonly string[];
  isNamespaced: boolean;
  verbs: readonly string[];
}

const FRESH_MS = 600_000;
/** A kind that is not found is looked for again only when the list is older than this. */
const RETRY_MS = 10_000;
const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

function kindsOfDiscovery(value: unknown): ResourceKind[] {
  if (!isPlainObject(value)) return [];
  return records(value.items).flatMap((item) => {
    const group = isPlainObject(item.metadata) ? text(item.metadata.name) : '';
    return records(item.versions).flatMap((entry) => {
      const version = text(entry.version);
      return records(entry.resources).map((resource): ResourceKind => {
        const served = isPlainObject(resource.responseKind) ? resource.responseKind : {};
        return {
          group,
          version,
          apiVersion: apiVersionOf(group, version),
          kind: text(served.kind),
          plural: text(resource.resource),
          names: [text(resource.singularResource), ...texts(resource.shortNames)].map((name) => name.toLowerCase()),
          isNamespaced: resource.scope === 'Namespaced',
          verbs: texts(resource.verbs),
        };
      });
    });
  });
}

function kindsOfResourceList(value: unknown, group: string, version: string): ResourceKind[] {
  if (!isPlainObject(value)) return [];
  return records(value.resources)
    .filter((resource) => !text(resource.name).includes('/'))
    .map((resource) => ({
      group,
      version,
      apiVersion: apiVersionOf(group, version),
      kind: text(resource.kind),
      plural: text(resource.name),
      names: [text(resource.singularName), ...texts(resource.shortNames)].map((name) => name.toLowerCase()),
      isNamespaced: resource.namespaced === true,
      verbs: texts(resource.verbs),
    }));
}

/** The kinds that a cluster serves, kept for ten minutes. */
export class Discovery {
  private readonly transport: Transport;
  private readonly monotonicMs: () => number;
  private known: { kinds: Promise<ResourceKind[]>; atMs: number } | undefined;

  constructor(transport: Transport, monotonicMs: () => number) {
    this.transport = transport;
    this.monotonicMs = monotonicMs;
  }

  /** All kinds, preferred versions of each group first. */
  async kinds(signal: AbortSignal, freshMs = FRESH_MS): Promise<ResourceKind[]> {
    const nowMs = this.monotonicMs();
    if (this.known === undefined || nowMs - this.known.atMs >= freshMs) {
      const kinds = this.load(signal);
      const entry = { kinds, atMs: nowMs };
      this.known = entry;
      kinds.catch(() => {
        if (this.known === entry) this.known = undefined;
      });
    }
    return await this.known.kinds;
  }

  /**
   * Finds a kind by `Kind`, plural, singular or short name in any case, also as `name.group`; an API version narrows it down.
   * Rejects with KubernetesError when the cluster serves no such kind.
   */
  async find(name: string, apiVersion: string | undefined, signal: AbortSignal): Promise<ResourceKind> {
    const found = pick(await this.kinds(signal), name, apiVersion) ?? pick(await this.kinds(signal, RETRY_MS), name, apiVersion);
    if (found !== undefined) return found;
    throw new KubernetesError(`the cluster serves no kind "${name}"${apiVersion ? ` in ${apiVersion}` : ''}`, 404, 'NotFound');
  }

  private async load(signal: AbortSignal): Promise<ResourceKind[]> {
    const [core, groups] = await Promise.all(
      ['/api', '/apis'].map((path) => this.transport.json({ path, accept: AGGREGATED, signal })),
    );
    if (isPlainObject(core) && core.kind === 'APIGroupDiscoveryList')
      return [...kindsOfDiscovery(core), ...kindsOfDiscovery(groups)];
    return await this.loadEachVersion(core, groups, signal);
  }

  /** For servers before 1.26, which list the kinds of each version apart. */
  private async loadEachVersion(core: unknown, groups: unknown, signal: AbortSignal): Promise<ResourceKind[]> {
    const wanted = [
      ...(isPlainObject(core) ? texts(core.versions) : []).map((version) => ({ group: '', version })),
      ...(isPlainObject(groups) ? records(groups.groups) : []).flatMap((entry) => {
        const preferred = isPlainObject(entry.preferredVersion) ? text(entry.preferredVersion.version) : '';
        const versions = records(entry.versions).map((item) => text(item.version));
        const sorted = [preferred, ...versions.filter((version) => version !== preferred)].filter((version) => version !== '');
        return sorted.map((version) => ({ group: text(entry.name), version }));
      }),
    ];
    const lists = await Promise.all(
      wanted.map(async ({ group, version }) => {
        const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
        try {
          return kindsOfResourceList(await this.transport.json({ path, signal }), group, version);
        } catch (error) {
          signal.throwIfAborted();
          // An extension server that is away must not hide the kinds of the others.
          if (group === '') throw error;
          return [];
        }
      }),
    );
    return lists.flat();
  }
}

function pick(kinds: readonly ResourceKind[], name: string, apiVersion: string | undefined): ResourceKind | undefined {
  const wanted = name.toLowerCase();
  const dot = wanted.indexOf('.');
  const [bare, group] = dot < 0 ? [wanted, undefined] : [wanted.slice(0, dot), wanted.slice(dot + 1)];
  const candidates = kinds.filter(
    (kind) =>
      (apiVersion === undefined || apiVersion === '' || kind.apiVersion === apiVersion) &&
      (group === undefined || kind.group === group),
  );
  return (
    candidates.find((kind) => kind.kind.toLowerCase() === bare || kind.plural === bare) ??
    candidates.find((kind) => kind.names.includes(bare))
  );
}
