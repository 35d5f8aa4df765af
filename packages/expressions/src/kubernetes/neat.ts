import { entriesOf, isRecord, keyText, toRecord } from '../values.ts';

/** Metadata that the cluster writes. */
const CLUSTER_METADATA: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);
const CLUSTER_ANNOTATIONS: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
]);
/** Values that the cluster fills in where a pod says nothing, by key. */
const POD_DEFAULTS: Readonly<Record<string, unknown>> = {
  dnsPolicy: 'ClusterFirst',
  enableServiceLinks: true,
  preemptionPolicy: 'PreemptLowerPriority',
  priority: 0,
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  serviceAccount: 'default',
  serviceAccountName: 'default',
  terminationGracePeriodSeconds: 30,
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};
const POD_PARTS: ReadonlySet<string> = new Set(['spec', 'template', 'jobTemplate', 'containers', 'initContainers']);
const DEFAULT_TOLERATIONS: ReadonlySet<unknown> = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);
const TOKEN_VOLUME = /^(?:kube-api-access|default-token)-[a-z0-9]+$/;

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && entriesOf(value).length === 0;
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) ? entriesOf(value).find(([name]) => name === key)?.[1] : undefined;
}

function without(value: unknown, unwanted: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value;
  return toRecord(
    entriesOf(value)
      .map(([key, item]): [string, unknown] => [keyText(key), item])
      .filter(([key]) => !unwanted.has(key)),
  );
}

function neatMetadata(metadata: unknown): unknown {
  const kept = without(metadata, CLUSTER_METADATA);
  if (!isRecord(kept)) return kept;
  return toRecord(
    entriesOf(kept)
      .map(([key, item]): [string, unknown] => [keyText(key), key === 'annotations' ? without(item, CLUSTER_ANNOTATIONS) : item])
      .filter(([, item]) => !isEmpty(item)),
  );
}

function isDefault(key: string, item: unknown): boolean {
  if (!Object.hasOwn(POD_DEFAULTS, key)) return key === 'securityContext' && isEmpty(item);
  const usual = POD_DEFAULTS[key];
  return typeof usual === 'number' ? Number(item) === usual : item === usual;
}

function neatList(key: string, list: readonly unknown[]): unknown[] {
  switch (key) {
    case 'volumes':
    case 'volumeMounts':
      return list.filter((entry) => !TOKEN_VOLUME.test(String(memberOf(entry, 'name'))));
    case 'tolerations':
      return list.filter((entry) => !DEFAULT_TOLERATIONS.has(memberOf(entry, 'key')));
    default:
      return list.map((entry) => (POD_PARTS.has(key) ? neatSpec(entry) : entry));
  }
}

function neatSpec(spec: unknown): unknown {
  if (!isRecord(spec)) return spec;
  const entries: [string, unknown][] = [];
  for (const [name, item] of entriesOf(spec)) {
    const key = keyText(name);
    if (key === 'nodeName' || isDefault(key, item)) continue;
    const kept = Array.isArray(item)
      ? neatList(key, item)
      : key === 'metadata'
        ? neatMetadata(item)
        : POD_PARTS.has(key)
          ? neatSpec(item)
          : item;
    if (isEmpty(kept) && !isEmpty(item)) continue;
    entries.push([key, kept]);
  }
  return toRecord(entries);
}

/** An object as somebody would write it: without status, without what the cluster added and without defaults of pods. */
export function neatObject(object: unknown): unknown {
  if (!isRecord(object)) return object;
  return toRecord(
    entriesOf(object)
      .filter(([key]) => key !== 'status')
      .map(([key, item]): [string, unknown] => {
        if (key === 'metadata') return [keyText(key), neatMetadata(item)];
        return [keyText(key), key === 'spec' ? neatSpec(item) : item];
      }),
  );
}
