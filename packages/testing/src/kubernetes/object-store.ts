import { randomUUID } from 'node:crypto';
import { isJson, type Json, jsonAt, mergePatch, textAt } from './json.ts';
import { apiVersionOf, RESOURCE_TYPES, type ResourceType } from './resource-types.ts';
import { StatusError } from './status.ts';

export interface StoreEvent {
  version: number;
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  resource: ResourceType;
  object: Json;
}

type Listener = (event: StoreEvent) => void;

function keyOf(resource: ResourceType, namespace: string, name: string): string {
  return [resource.group, resource.plural, namespace, name].join('\n');
}

function describe(resource: ResourceType): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** The objects of the stand-in, each with the version of its last change, and the history that watches read. */
export class ObjectStore {
  private readonly objects = new Map<string, { resource: ResourceType; object: Json }>();
  private readonly listeners = new Set<Listener>();
  private history: StoreEvent[] = [];
  private compactedAt = 0;
  private current = 1000;

  get version(): number {
    return this.current;
  }

  /** Puts an object in as it is, whatever was there, as a test sees fit. */
  put(object: Json): Json {
    const resource = this.typeOf(object);
    const namespace = resource.isNamespaced ? textAt(object, 'metadata', 'namespace') || 'default' : '';
    const known = this.objects.get(keyOf(resource, namespace, textAt(object, 'metadata', 'name')));
    return this.write(resource, namespace, object, known === undefined ? 'ADDED' : 'MODIFIED');
  }

  create(resource: ResourceType, namespace: string, object: Json): Json {
    const given = textAt(object, 'metadata', 'name');
    const prefix = textAt(object, 'metadata', 'generateName');
    const name = given || (prefix === '' ? '' : `${prefix}${randomUUID().slice(0, 5)}`);
    if (!/^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/.test(name))
      throw new StatusError(422, 'Invalid', `${resource.kind} "${name}" is invalid: metadata.name: Invalid value: "${name}"`);
    if (this.objects.has(keyOf(resource, namespace, name)))
      throw new StatusError(409, 'AlreadyExists', `${describe(resource)} "${name}" already exists`);
    const named = { ...object, metadata: { ...(isJson(object.metadata) ? object.metadata : {}), name } };
    return this.write(resource, namespace, named, 'ADDED');
  }

  get(resource: ResourceType, namespace: string, name: string): Json {
    const found = this.objects.get(keyOf(resource, namespace, name));
    if (found === undefined) throw new StatusError(404, 'NotFound', `${describe(resource)} "${name}" not found`);
    return found.object;
  }

  /** The object of a kind, for tests. */
  find(kind: string, name: string, namespace = ''): Json | undefined {
    for (const { resource, object } of this.objects.values()) {
      const isInNamespace = namespace === '' || textAt(object, 'metadata', 'namespace') === namespace;
      if (resource.kind === kind && textAt(object, 'metadata', 'name') === name && isInNamespace) return object;
    }
    return undefined;
  }

  /** Objects of a kind by namespace and name. */
  list(resource: ResourceType, namespace: string | undefined): Json[] {
    return [...this.objects.entries()]
      .filter(([, entry]) => entry.resource.group === resource.group && entry.resource.plural === resource.plural)
      .filter(([, { object }]) => namespace === undefined || textAt(object, 'metadata', 'namespace') === namespace)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { object }]) => object);
  }

  patch(resource: ResourceType, namespace: string, name: string, change: unknown): Json {
    const merged = mergePatch(this.get(resource, namespace, name), change);
    if (!isJson(merged)) throw new StatusError(400, 'BadRequest', 'the patch is no object');
    return this.write(resource, namespace, merged, 'MODIFIED');
  }

  replace(resource: ResourceType, namespace: string, name: string, object: Json): Json {
    const known = this.get(resource, namespace, name);
    const version = textAt(object, 'metadata', 'resourceVersion');
    if (version !== '' && version !== textAt(known, 'metadata', 'resourceVersion'))
      throw new StatusError(
        409,
        'Conflict',
        `Operation cannot be fulfilled on ${describe(resource)} "${name}": the object has been modified`,
      );
    return this.write(resource, namespace, object, 'MODIFIED');
  }

  /** Removes an object, or marks it when something still has to be done before it may go. */
  remove(resource: ResourceType, namespace: string, name: string, waits: boolean): Json {
    const object = this.get(resource, namespace, name);
    if (waits) return this.patch(resource, namespace, name, { metadata: { deletionTimestamp: new Date().toISOString() } });
    this.objects.delete(keyOf(resource, namespace, name));
    const removed = {
      ...object,
      metadata: { ...(isJson(object.metadata) ? object.metadata : {}), resourceVersion: this.nextVersion() },
    };
    this.record({ version: this.current, type: 'DELETED', resource, object: removed });
    if (resource.kind === 'Namespace') this.removeAllOf(name);
    return removed;
  }

  /** Events after a version; throws when the history does not reach back that far. */
  since(version: number): StoreEvent[] {
    if (version < this.compactedAt)
      throw new StatusError(410, 'Expired', `too old resource version: ${version} (${this.compactedAt})`);
    return this.history.filter((event) => event.version > version);
  }

  /** Forgets the history, as the real store does after some minutes. */
  compact(): void {
    this.history = [];
    this.compactedAt = this.current;
  }

  isCompacted(version: number): boolean {
    return version < this.compactedAt;
  }

  onEvent(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private removeAllOf(namespace: string): void {
    for (const { resource, object } of [...this.objects.values()])
      if (resource.isNamespaced && textAt(object, 'metadata', 'namespace') === namespace)
        this.remove(resource, namespace, textAt(object, 'metadata', 'name'), false);
  }

  private typeOf(object: Json): ResourceType {
    const found = RESOURCE_TYPES.find((type) => type.kind === object.kind && apiVersionOf(type) === object.apiVersion);
    if (found === undefined) throw new Error(`the stand-in serves no ${String(object.apiVersion)} ${String(object.kind)}`);
    return found;
  }

  private nextVersion(): string {
    this.current += 1;
    return String(this.current);
  }

  private write(resource: ResourceType, namespace: string, object: Json, type: 'ADDED' | 'MODIFIED'): Json {
    const metadata = isJson(object.metadata) ? object.metadata : {};
    const stored: Json = {
      ...object,
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: {
        uid: randomUUID(),
        creationTimestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        ...metadata,
        ...(namespace === '' ? {} : { namespace }),
        resourceVersion: this.nextVersion(),
      },
    };
    this.objects.set(keyOf(resource, namespace, textAt(stored, 'metadata', 'name')), { resource, object: stored });
    this.record({ version: this.current, type, resource, object: stored });
    return stored;
  }

  private record(event: StoreEvent): void {
    this.history.push(event);
    for (const listener of [...this.listeners]) listener(event);
  }
}

/** What must be done before an object may go. */
export function finalizersOf(object: Json): readonly unknown[] {
  const found = jsonAt(object, 'metadata', 'finalizers');
  return Array.isArray(found) ? found : [];
}
