import type { Json } from './json.ts';
import { apiVersionOf, RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const AGGREGATED = /g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList/;

function groupNames(): string[] {
  return [...new Set(RESOURCE_TYPES.map((type) => type.group))].filter((group) => group !== '');
}

function versionsOf(group: string): string[] {
  return [...new Set(RESOURCE_TYPES.filter((type) => type.group === group).map((type) => type.version))];
}

function aggregatedResource(type: ResourceType): Json {
  return {
    resource: type.plural,
    responseKind: { group: '', kind: type.kind, version: '' },
    scope: type.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    ...(type.shortNames.length > 0 ? { shortNames: type.shortNames } : {}),
    verbs: VERBS,
    ...(type.kind === 'Pod' ? { subresources: [{ subresource: 'log', responseKind: { kind: 'Pod' }, verbs: ['get'] }] } : {}),
  };
}

function aggregated(groups: readonly string[]): Json {
  const items = groups.map((group) => ({
    metadata: { ...(group === '' ? {} : { name: group }), creationTimestamp: null },
    versions: versionsOf(group).map((version) => ({
      version,
      freshness: 'Current',
      resources: RESOURCE_TYPES.filter((type) => type.group === group && type.version === version).map(aggregatedResource),
    })),
  }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

function apiGroup(name: string): Json {
  const versions = versionsOf(name).map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0] };
}

function resourceList(group: string, version: string): Json | undefined {
  const types = RESOURCE_TYPES.filter((type) => type.group === group && type.version === version);
  if (types.length === 0) return undefined;
  const resources = types.flatMap((type) => [
    {
      name: type.plural,
      singularName: type.singular,
      namespaced: type.isNamespaced,
      kind: type.kind,
      verbs: VERBS,
      shortNames: type.shortNames,
    },
    {
      name: `${type.plural}/status`,
      singularName: '',
      namespaced: type.isNamespaced,
      kind: type.kind,
      verbs: ['get', 'patch', 'update'],
    },
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersionOf({ group, version }), resources };
}

/** The answer to a question for versions, groups or kinds; undefined when the path asks for something else. */
export function answerDiscovery(path: string, accept: string, offersAggregated: boolean): Json | undefined {
  const isAggregated = offersAggregated && AGGREGATED.test(accept);
  if (path === '/api') return isAggregated ? aggregated(['']) : { kind: 'APIVersions', versions: ['v1'] };
  if (path === '/apis')
    return isAggregated
      ? aggregated(groupNames())
      : { kind: 'APIGroupList', apiVersion: 'v1', groups: groupNames().map(apiGroup) };
  if (path === '/version') return { major: '1', minor: '31', gitVersion: 'v1.31.4', platform: 'linux/amd64' };
  const core = /^\/api\/([^/]+)$/.exec(path);
  if (core) return resourceList('', core[1] ?? '');
  const grouped = /^\/apis\/([^/]+)\/([^/]+)$/.exec(path);
  return grouped ? resourceList(grouped[1] ?? '', grouped[2] ?? '') : undefined;
}
