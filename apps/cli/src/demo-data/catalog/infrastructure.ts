import { accountNumber, CLUSTERS, type Cluster } from '../company/places.ts';
import type { TeamName } from '../company/teams.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Item } from './catalog.ts';
import { buildAccounts, buildOffice, old, type Site } from './cloud-accounts.ts';
import { instanceDocument, resourceDocument } from './documents/cloud.ts';
import { nodeDocument, objectDocument } from './documents/kubernetes.ts';
import { AWS_SCRAPER, clusterScraper } from './scrapers.ts';

/** What the items of workloads hang on. */
export interface Infrastructure {
  cluster(cluster: Cluster): Item;
  nodes(cluster: Cluster): readonly Item[];
  namespace(cluster: Cluster, team: TeamName): Item;
  /** The region of the cluster's account; absent for machines of our own. */
  region(cluster: Cluster): Item | undefined;
}

/** Workloads that one set of nodes of a cluster carries. */
const WORKLOADS_PER_NODES = 40;
const INSTANCE_TYPE = 'm7i.4xlarge';

export function buildInfrastructure(site: Site, workloads: number): Infrastructure {
  const regions = buildAccounts(site);
  const nodeSets = 1 + Math.floor(workloads / WORKLOADS_PER_NODES);
  const clusters = new Map<string, { root: Item; nodes: Item[]; namespaces: Map<string, Item>; region?: Item }>();
  for (const cluster of CLUSTERS) {
    const region = cluster.account === undefined ? undefined : regions.get(`${cluster.account}/${cluster.region}`);
    const root = buildCluster(site, cluster, region);
    const nodes = Array.from({ length: cluster.nodes * nodeSets }, (_, index) => buildNode(site, cluster, root, region, index));
    clusters.set(cluster.name, { root, nodes, namespaces: new Map(), ...(region === undefined ? {} : { region }) });
  }
  buildOffice(site);
  const of = (cluster: Cluster) => {
    const found = clusters.get(cluster.name);
    if (found === undefined) throw new RangeError(`no cluster ${cluster.name}`);
    return found;
  };
  return {
    cluster: (cluster) => of(cluster).root,
    nodes: (cluster) => of(cluster).nodes,
    region: (cluster) => of(cluster).region,
    namespace: (cluster, team) => {
      const { namespaces, root } = of(cluster);
      const known = namespaces.get(team) ?? buildNamespace(site, cluster, root, team);
      namespaces.set(team, known);
      return known;
    },
  };
}

function buildCluster(site: Site, cluster: Cluster, region: Item | undefined): Item {
  const { catalog, controlAgent } = site;
  const root = catalog.add({
    ...old(site, 700),
    type: 'Kubernetes::Cluster',
    configClass: 'Cluster',
    name: cluster.name,
    scraper: clusterScraper(cluster.name),
    agent: site.agentOf(cluster),
    status: 'Running',
    health: 'healthy',
    tags: { cluster: cluster.name },
    labels: { environment: cluster.environment },
    externalId: [`kubernetes/${cluster.name}`],
    properties: [
      { name: 'version', label: 'Version', text: cluster.version, icon: 'kubernetes' },
      {
        name: 'console',
        label: 'Console',
        text: 'Open',
        links: [{ type: 'url', url: `https://console.${cluster.name}.marlow.internal`, text: 'Console' }],
      },
    ],
    document: () => ({
      name: cluster.name,
      version: cluster.version,
      region: cluster.region,
      endpoint: `https://api.${cluster.name}.marlow.internal:6443`,
    }),
  });
  if (region !== undefined && cluster.account !== undefined) {
    const place = { region: cluster.region, account: accountNumber(cluster.account) };
    const managed = catalog.add({
      ...old(site, 700),
      type: 'AWS::EKS::Cluster',
      configClass: 'Cluster',
      name: cluster.name,
      parent: region,
      scraper: AWS_SCRAPER,
      agent: controlAgent,
      status: 'ACTIVE',
      health: 'healthy',
      tags: region.tags,
      labels: place,
      costPerDay: 2.4,
      externalId: [`eks/${cluster.name}`],
      document: (item) =>
        resourceDocument(item, place, `eks:{place}:cluster/${cluster.name}`, {
          Name: cluster.name,
          Version: cluster.version.slice(1, 5),
          Status: 'ACTIVE',
          Logging: { ClusterLogging: [{ Types: ['api', 'audit'], Enabled: true }] },
        }),
    });
    catalog.relate(managed, root, 'EKSClusterKubernetesCluster');
  }
  return root;
}

function buildNode(site: Site, cluster: Cluster, root: Item, region: Item | undefined, index: number): Item {
  const { catalog, random } = site;
  const zone = `${cluster.region}${'abc'[index % 3]}`;
  const times = {
    createdAt: after(site.end, -random.whole(3, 120) * DAY_MS),
    updatedAt: after(site.end, -random.whole(1, 48) * HOUR_MS),
  };
  const instanceId = `i-0${random.hex(16)}`;
  const name =
    region === undefined
      ? `${cluster.name}-metal-${index + 1}`
      : `ip-10-40-${index >> 6}-${(index & 63) + 10}.${cluster.region}.compute.internal`;
  const pressed = random.chance(0.04);
  const node = catalog.add({
    ...times,
    type: 'Kubernetes::Node',
    configClass: 'Node',
    name,
    parent: root,
    scraper: clusterScraper(cluster.name),
    agent: site.agentOf(cluster),
    status: pressed ? 'NotReady' : 'Running',
    health: pressed ? 'warning' : 'healthy',
    ...(pressed ? { description: 'Kubelet stopped posting node status' } : {}),
    tags: { cluster: cluster.name, zone },
    labels: { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': zone, 'kubernetes.io/arch': 'amd64' },
    externalId: [instanceId],
    document: (item) => nodeDocument(item, zone, INSTANCE_TYPE, cluster.version),
    properties: [
      { name: 'cpu', label: 'CPU', value: random.whole(2_000, 15_000), max: 15_890, unit: 'millicores', headline: true },
      {
        name: 'memory',
        label: 'Memory',
        value: random.whole(12, 58) * 1_073_741_824,
        max: 63_500_000_000,
        unit: 'bytes',
        headline: true,
      },
    ],
  });
  if (region !== undefined && cluster.account !== undefined) {
    const place = { region: cluster.region, account: accountNumber(cluster.account) };
    const instance = catalog.add({
      ...times,
      type: 'AWS::EC2::Instance',
      configClass: 'VirtualMachine',
      name: name.split('.')[0] ?? name,
      parent: region,
      scraper: AWS_SCRAPER,
      agent: site.controlAgent,
      status: 'Running',
      health: 'healthy',
      tags: { ...region.tags, cluster: cluster.name },
      labels: { zone, region: cluster.region, account: place.account },
      costPerDay: 19.35,
      externalId: [instanceId],
      document: (item) => instanceDocument(item, place, INSTANCE_TYPE),
    });
    catalog.relate(instance, node, 'EC2InstanceNode');
  }
  return node;
}

function buildNamespace(site: Site, cluster: Cluster, root: Item, team: TeamName): Item {
  return site.catalog.add({
    ...old(site, 650),
    type: 'Kubernetes::Namespace',
    configClass: 'Namespace',
    name: team,
    parent: root,
    scraper: clusterScraper(cluster.name),
    agent: site.agentOf(cluster),
    status: 'Active',
    health: 'healthy',
    tags: { cluster: cluster.name, namespace: team },
    labels: { team },
    externalId: [`namespace/${cluster.name}/${team}`],
    document: (item) =>
      objectDocument(item, 'v1', undefined, { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }),
  });
}
