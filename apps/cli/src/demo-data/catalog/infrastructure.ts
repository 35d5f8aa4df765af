import { ACCOUNTS, accountNumber, CLUSTERS, type Cluster } from '../company/places.ts';
import type { TeamName } from '../company/teams.ts';
import type { Random } from '../random.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Catalog, Item, ItemDraft } from './catalog.ts';
import { instanceDocument, resourceDocument } from './documents/cloud.ts';
import { nodeDocument, objectDocument } from './documents/kubernetes.ts';
import { AWS_SCRAPER, AZURE_SCRAPER, clusterScraper } from './scrapers.ts';

/** What the items of workloads hang on. */
export interface Infrastructure {
  cluster(cluster: Cluster): Item;
  nodes(cluster: Cluster): readonly Item[];
  namespace(cluster: Cluster, team: TeamName): Item;
  /** The region of the cluster's account; absent for machines of our own. */
  region(cluster: Cluster): Item | undefined;
}

interface Site {
  readonly catalog: Catalog;
  readonly end: Date;
  readonly random: Random;
  readonly controlAgent: string;
  agentOf(cluster: Cluster): string;
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

function old(site: Site, days: number): Pick<ItemDraft, 'createdAt' | 'updatedAt'> {
  return { createdAt: after(site.end, -days * DAY_MS), updatedAt: after(site.end, -site.random.whole(1, 200) * HOUR_MS) };
}

function buildAccounts(site: Site): Map<string, Item> {
  const { catalog, controlAgent: agent } = site;
  const regions = new Map<string, Item>();
  for (const account of ACCOUNTS) {
    const tags = { account: account.name };
    const base = { scraper: AWS_SCRAPER, agent, status: 'Active', health: 'healthy' } as const;
    const root = catalog.add({
      ...base,
      ...old(site, 900),
      type: 'AWS::Account',
      configClass: 'Account',
      name: account.name,
      tags,
      externalId: [account.number],
      document: () => ({
        Id: account.number,
        Name: account.name,
        Email: `aws+${account.name}@marlow.example`,
        Status: 'ACTIVE',
        JoinedMethod: 'CREATED',
      }),
    });
    for (const name of account.name === 'marlow-production' ? ['eu-west-1', 'us-east-1'] : ['eu-west-1']) {
      const place = { region: name, account: account.number };
      const regionTags = { ...tags, region: name };
      const region = catalog.add({
        ...base,
        ...old(site, 890),
        type: 'AWS::Region',
        configClass: 'Region',
        name,
        parent: root,
        tags: regionTags,
        externalId: [`${account.number}/${name}`],
        document: () => ({ RegionName: name, OptInStatus: 'opt-in-not-required' }),
      });
      regions.set(`${account.name}/${name}`, region);
      buildNetwork(site, region, place, regionTags);
    }
  }
  return regions;
}

function buildNetwork(site: Site, region: Item, place: { region: string; account: string }, tags: Record<string, string>): void {
  const base = {
    scraper: AWS_SCRAPER,
    agent: site.controlAgent,
    status: 'available',
    health: 'healthy',
    tags,
    labels: { region: place.region, account: place.account },
  } as const;
  const vpcId = `vpc-0${site.random.hex(16)}`;
  const vpc = site.catalog.add({
    ...base,
    ...old(site, 880),
    type: 'AWS::EC2::VPC',
    configClass: 'VPC',
    name: `main-${place.region}`,
    parent: region,
    externalId: [vpcId],
    document: (item) =>
      resourceDocument(item, place, `ec2:{place}:vpc/${vpcId}`, { VpcId: vpcId, CidrBlock: '10.40.0.0/16', State: 'available' }),
  });
  for (const zone of ['a', 'b', 'c']) {
    const subnetId = `subnet-0${site.random.hex(16)}`;
    site.catalog.add({
      ...base,
      ...old(site, 880),
      type: 'AWS::EC2::Subnet',
      configClass: 'Subnet',
      name: `private-${place.region}${zone}`,
      parent: vpc,
      externalId: [subnetId],
      labels: { ...base.labels, zone: `${place.region}${zone}` },
      document: (item) =>
        resourceDocument(item, place, `ec2:{place}:subnet/${subnetId}`, {
          SubnetId: subnetId,
          VpcId: vpcId,
          AvailabilityZone: `${place.region}${zone}`,
          AvailableIpAddressCount: 3187,
        }),
    });
  }
  const groupId = `sg-0${site.random.hex(16)}`;
  site.catalog.add({
    ...base,
    ...old(site, 860),
    type: 'AWS::EC2::SecurityGroup',
    configClass: 'SecurityGroup',
    name: 'cluster-nodes',
    parent: vpc,
    externalId: [groupId],
    document: (item) =>
      resourceDocument(item, place, `ec2:{place}:security-group/${groupId}`, {
        GroupId: groupId,
        IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, IpRanges: [{ CidrIp: '10.40.0.0/16' }] }],
      }),
  });
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

/** The virtual machines of the office, in another cloud. */
function buildOffice(site: Site): void {
  const { catalog, controlAgent: agent } = site;
  const base = { scraper: AZURE_SCRAPER, agent, health: 'healthy', tags: { subscription: 'marlow-backoffice' } } as const;
  const root = catalog.add({
    ...base,
    ...old(site, 800),
    type: 'Azure::Subscription',
    configClass: 'Subscription',
    name: 'marlow-backoffice',
    status: 'Enabled',
    document: () => ({
      subscriptionId: '6f1c9a52-8de3-4b0f-9d27-1b7f7c0f4a11',
      displayName: 'marlow-backoffice',
      state: 'Enabled',
    }),
  });
  for (const [index, name] of ['erp-01', 'erp-02', 'print-gateway', 'file-share'].entries()) {
    const stopped = index === 1;
    catalog.add({
      ...base,
      ...old(site, 400),
      type: 'Azure::VirtualMachine',
      configClass: 'VirtualMachine',
      name,
      parent: root,
      labels: { location: 'westeurope', os: 'windows' },
      status: stopped ? 'Stopped' : 'Running',
      health: stopped ? 'unknown' : 'healthy',
      costPerDay: stopped ? 1.1 : 9.8,
      document: () => ({
        name,
        location: 'westeurope',
        properties: {
          hardwareProfile: { vmSize: 'Standard_D4s_v5' },
          storageProfile: { osDisk: { osType: 'Windows', diskSizeGB: 256 } },
          provisioningState: 'Succeeded',
        },
      }),
    });
  }
}
