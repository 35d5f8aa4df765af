/** A kind that the stand-in serves. */
export interface ResourceType {
  group: string;
  version: string;
  kind: string;
  plural: string;
  singular: string;
  shortNames: readonly string[];
  isNamespaced: boolean;
}

function type(apiVersion: string, kind: string, plural: string, isNamespaced: boolean, ...shortNames: string[]): ResourceType {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  return { group, version: apiVersion.slice(slash + 1), kind, plural, singular: kind.toLowerCase(), shortNames, isNamespaced };
}

/** The part of a 1.31 API that checks and scrapers deal with, and two kinds of extensions. */
export const RESOURCE_TYPES: readonly ResourceType[] = [
  type('v1', 'ConfigMap', 'configmaps', true, 'cm'),
  type('v1', 'Endpoints', 'endpoints', true, 'ep'),
  type('v1', 'Event', 'events', true, 'ev'),
  type('v1', 'Namespace', 'namespaces', false, 'ns'),
  type('v1', 'Node', 'nodes', false, 'no'),
  type('v1', 'PersistentVolume', 'persistentvolumes', false, 'pv'),
  type('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', true, 'pvc'),
  type('v1', 'Pod', 'pods', true, 'po'),
  type('v1', 'Secret', 'secrets', true),
  type('v1', 'Service', 'services', true, 'svc'),
  type('v1', 'ServiceAccount', 'serviceaccounts', true, 'sa'),
  type('apps/v1', 'DaemonSet', 'daemonsets', true, 'ds'),
  type('apps/v1', 'Deployment', 'deployments', true, 'deploy'),
  type('apps/v1', 'ReplicaSet', 'replicasets', true, 'rs'),
  type('apps/v1', 'StatefulSet', 'statefulsets', true, 'sts'),
  type('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', true, 'hpa'),
  type('autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', true, 'hpa'),
  type('batch/v1', 'CronJob', 'cronjobs', true, 'cj'),
  type('batch/v1', 'Job', 'jobs', true),
  type('events.k8s.io/v1', 'Event', 'events', true, 'ev'),
  type('networking.k8s.io/v1', 'Ingress', 'ingresses', true, 'ing'),
  type('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', true, 'netpol'),
  type('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', false),
  type('rbac.authorization.k8s.io/v1', 'Role', 'roles', true),
  type('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'customresourcedefinitions', false, 'crd', 'crds'),
  type('cert-manager.io/v1', 'Certificate', 'certificates', true, 'cert', 'certs'),
  type('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'helmreleases', true, 'hr'),
];

export function apiVersionOf(type: Pick<ResourceType, 'group' | 'version'>): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`;
}

export function findType(group: string, version: string, plural: string): ResourceType | undefined {
  return RESOURCE_TYPES.find((entry) => entry.group === group && entry.version === version && entry.plural === plural);
}
