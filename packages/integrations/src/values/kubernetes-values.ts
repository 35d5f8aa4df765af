import { isPlainObject } from '../canary/plain-object.ts';
import type { KubernetesCluster } from '../kubernetes/cluster.ts';
import { connectCluster } from '../kubernetes/cluster-pool.ts';
import { type ClusterSource, ownClusterSource } from '../kubernetes/config-source.ts';
import { denyNetworks } from '../net/address-policy.ts';
import { createHostLookup, type HostLookup } from '../net/host-lookup.ts';
import { readHelmValues } from './helm-release.ts';
import { parseJsonPath, valueAtPath } from './json-path.ts';
import type { ValueProvider, ValueRef } from './value-provider.ts';

/** By the contract (health-checks §4.1). */
const LOOKUP_TIMEOUT_MS = 5000;

function decode(base64: unknown): string | undefined {
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64').toString('utf8') : undefined;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function fromSecret(cluster: KubernetesCluster, ref: ValueRef, signal: AbortSignal): Promise<string | undefined> {
  const object = await cluster.get({ apiVersion: 'v1', kind: 'Secret', name: ref.name, namespace: ref.namespace }, signal);
  return isPlainObject(object?.data) && Object.hasOwn(object.data, ref.key) ? decode(object.data[ref.key]) : undefined;
}

async function fromConfigMap(cluster: KubernetesCluster, ref: ValueRef, signal: AbortSignal): Promise<string | undefined> {
  const object = await cluster.get({ apiVersion: 'v1', kind: 'ConfigMap', name: ref.name, namespace: ref.namespace }, signal);
  if (isPlainObject(object?.data) && Object.hasOwn(object.data, ref.key)) return textOf(object.data[ref.key]);
  if (isPlainObject(object?.binaryData) && Object.hasOwn(object.binaryData, ref.key)) return decode(object.binaryData[ref.key]);
  return undefined;
}

/** The newest deployed revision of a release is the one that counts. */
async function fromHelm(cluster: KubernetesCluster, ref: ValueRef, signal: AbortSignal): Promise<string | undefined> {
  const path = parseJsonPath(ref.key);
  if (path === undefined) throw new Error(`"${ref.key}" is no path such as $.auth.password`);
  const kind = await cluster.findKind('Secret', 'v1', signal);
  const labelSelector = `owner=helm,name=${ref.name},status=deployed`;
  const { objects } = await cluster.list(kind, { namespace: ref.namespace, labelSelector }, signal);
  const revision = (object: { metadata: { labels?: Record<string, string> } }) => Number(object.metadata.labels?.version ?? 0);
  const [newest] = objects.sort((a, b) => revision(b) - revision(a));
  const release = isPlainObject(newest?.data) ? decode(newest.data.release) : undefined;
  if (release === undefined) return undefined;
  return textOf(valueAtPath(await readHelmValues(release), path));
}

async function find(cluster: KubernetesCluster, ref: ValueRef, signal: AbortSignal): Promise<string | undefined> {
  switch (ref.kind) {
    case 'secret':
      return await fromSecret(cluster, ref, signal);
    case 'configmap':
      return await fromConfigMap(cluster, ref, signal);
    case 'helm':
      return await fromHelm(cluster, ref, signal);
    case 'serviceaccount':
      return await cluster.serviceAccountToken(ref.namespace, ref.name, signal);
  }
}

/**
 * Secrets, config maps, values of Helm releases and tokens of service accounts from a cluster. The client library is loaded at the first
 * look-up. Source: health-checks §4.1.
 */
export function kubernetesValues(source: ClusterSource, hosts: HostLookup): ValueProvider {
  return {
    description: 'the Kubernetes cluster',
    async lookup(ref) {
      const cluster = await connectCluster(source, hosts);
      return await find(cluster, ref, AbortSignal.timeout(LOOKUP_TIMEOUT_MS));
    },
  };
}

/** The values of the cluster that the program belongs to, by its environment; no provider when there is no cluster. */
export function ownClusterValues(environment: Readonly<Record<string, string | undefined>>): ValueProvider[] {
  const source = ownClusterSource(environment);
  return source === undefined ? [] : [kubernetesValues(source, createHostLookup({ policy: denyNetworks() }))];
}
