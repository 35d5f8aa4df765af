import { isPlainObject } from '../canary/plain-object.ts';

/** An object of the Kubernetes API, with the parts that every object has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: KubernetesMetadata;
  [field: string]: unknown;
}

export interface KubernetesMetadata {
  name: string;
  /** Absent for kinds that belong to no namespace. */
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  resourceVersion?: string;
  uid?: string;
  [field: string]: unknown;
}

/** What names one object. */
export interface ObjectRef {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textMap(value: unknown): Record<string, string> | undefined {
  if (!isPlainObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, String(entry)]));
}

/** Reads an object from decoded JSON or YAML; undefined when it has no kind. `fallback` fills what items of a list leave out. */
export function readObject(value: unknown, fallback: { apiVersion?: string; kind?: string } = {}): KubernetesObject | undefined {
  if (!isPlainObject(value)) return undefined;
  const kind = textOf(value.kind) || (fallback.kind ?? '');
  if (kind === '') return undefined;
  const metadata = isPlainObject(value.metadata) ? value.metadata : {};
  const { labels, annotations, namespace, resourceVersion, uid, ...rest } = metadata;
  const labelMap = textMap(labels);
  const annotationMap = textMap(annotations);
  return {
    ...value,
    apiVersion: textOf(value.apiVersion) || (fallback.apiVersion ?? 'v1'),
    kind,
    metadata: {
      ...rest,
      name: textOf(metadata.name),
      ...(typeof namespace === 'string' && namespace !== '' ? { namespace } : {}),
      ...(labelMap === undefined ? {} : { labels: labelMap }),
      ...(annotationMap === undefined ? {} : { annotations: annotationMap }),
      ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
      ...(typeof uid === 'string' ? { uid } : {}),
    },
  };
}

/** `namespace/Kind/name`, or `Kind/name` outside of namespaces. */
export function objectName(ref: { kind: string; metadata: { name: string; namespace?: string } }): string {
  const { namespace, name } = ref.metadata;
  return namespace === undefined ? `${ref.kind}/${name}` : `${namespace}/${ref.kind}/${name}`;
}

export function refOf(object: KubernetesObject): ObjectRef {
  const { name, namespace } = object.metadata;
  return { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace === undefined ? {} : { namespace }) };
}
