import type { Catalog, Health, Item } from '../catalog/catalog.ts';
import { releaseOf } from '../catalog/releases.ts';
import { CLUSTERS, CONTROL_AGENT } from '../company/places.ts';
import { TEAM_ICONS, type TeamName } from '../company/teams.ts';
import type { Company, Workload } from '../company/workloads.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { Outage } from '../health/outages.ts';
import type { DemoOptions } from '../model.ts';
import type { Random } from '../random.ts';
import { after, DAY_MS, MINUTE_MS } from '../times.ts';
import { type Component, type ComponentDraft, ComponentTree } from './component.ts';

export const SHOP_TOPOLOGY = 'marlow-shop';
export const CLUSTER_TOPOLOGY = 'clusters';

/** Share of the components that are services; the rest are what services are in and made of. */
const SERVICE_SHARE = 0.45;

/** How many workloads, from the first, have a component. */
export function servicesInTopology(company: Company, components: number): number {
  return Math.max(1, Math.min(company.inCatalog, Math.floor(components * SERVICE_SHARE)));
}

export interface TopologyPlan {
  readonly company: Company;
  readonly catalog: Catalog;
  readonly options: DemoOptions;
  readonly random: Random;
  readonly lasting: ReadonlyMap<number, Outage>;
  topologyId(name: string): string;
  agentNamed(name: string): string;
}

type Base = Pick<ComponentDraft, 'topology' | 'createdAt' | 'updatedAt' | 'agent'>;

/** The shop by cluster, team and service, then the clusters, then parts of the services until the size is reached. */
export function buildTopology(plan: TopologyPlan): ComponentTree {
  const { company, catalog, options, random, lasting } = plan;
  const tree = new ComponentTree();
  const agent = plan.agentNamed(CONTROL_AGENT);
  const base = (topology: string, days: number): Base => ({
    topology: plan.topologyId(topology),
    agent,
    createdAt: after(options.end, -days * DAY_MS),
    updatedAt: after(options.end, -random.whole(5, 600) * MINUTE_MS),
  });
  const workloads = company.workloads.slice(0, servicesInTopology(company, options.size.components));
  const broken = workloads.filter(({ n }) => lasting.has(n));
  buildShop(tree, workloads, broken, (days) => base(SHOP_TOPOLOGY, days), random, lasting, catalog);
  buildClusters(tree, workloads, catalog, (days) => base(CLUSTER_TOPOLOGY, days));
  fillWithParts(tree, workloads, catalog, options, (days) => base(SHOP_TOPOLOGY, days));
  return tree;
}

function buildShop(
  tree: ComponentTree,
  workloads: readonly Workload[],
  broken: readonly Workload[],
  base: (days: number) => Base,
  random: Random,
  lasting: ReadonlyMap<number, Outage>,
  catalog: Catalog,
): void {
  const shops = new Map<string, Component>();
  const systems = new Map<string, Component>();
  for (const { cluster, team } of workloads) {
    const shopBroken = broken.filter((workload) => workload.cluster === cluster);
    let shop = shops.get(cluster.name);
    if (shop === undefined) {
      shop = tree.add({
        ...base(600),
        type: 'Shop',
        name: `Marlow ${cluster.name}`,
        icon: 'store',
        description: `The shop in ${cluster.region}, ${cluster.environment}`,
        labels: { cluster: cluster.name, environment: cluster.environment },
        health: shopBroken.length > 0 ? 'warning' : 'healthy',
        status: shopBroken.length > 0 ? 'warning' : 'healthy',
        ...(shopBroken.length > 0 ? { reason: `${shopBroken.length} services are unhealthy` } : {}),
        properties: trafficProperties(random, 40),
      });
      shops.set(cluster.name, shop);
    }
    const key = `${cluster.name}/${team}`;
    if (!systems.has(key)) {
      const teamBroken = shopBroken.filter((workload) => workload.team === team);
      const health: Health = teamBroken.length > 0 ? 'warning' : 'healthy';
      systems.set(
        key,
        tree.add({
          ...base(590),
          type: 'System',
          name: titleOf(team),
          parent: shop,
          icon: TEAM_ICONS[team],
          description: `Services of team ${team}`,
          owner: team,
          labels: { team, cluster: cluster.name },
          health,
          status: health,
          ...(teamBroken.length > 0 ? { reason: `${teamBroken.map(({ app }) => app).join(', ')}` } : {}),
          properties: trafficProperties(random, 10),
        }),
      );
    }
  }
  for (const workload of workloads) {
    const outage = lasting.get(workload.n);
    const { app, team, cluster, service } = workload;
    const { current } = releaseOf(workload);
    const component = tree.add({
      ...base(500),
      type: 'Service',
      name: app,
      parent: systems.get(`${cluster.name}/${team}`),
      icon: service.kind === 'store' ? 'database' : service.kind === 'frontend' ? 'globe' : 'cube',
      description: service.purpose,
      owner: team,
      labels: { app, team, cluster: cluster.name, namespace: team, tier: String(workload.tier) },
      workload,
      logs: true,
      item: catalog.of(workload).deployment,
      health: outage === undefined ? 'healthy' : 'unhealthy',
      status: outage === undefined ? 'healthy' : 'unhealthy',
      ...(outage === undefined ? {} : { reason: fillIn(outage.story.reason, { app }), updatedAt: outage.startedAt }),
      properties: [{ name: 'version', label: 'Version', text: current, icon: 'tag' }, ...trafficProperties(random, 1)],
    });
    tree.services.set(workload.n, component);
  }
}

function trafficProperties(random: Random, factor: number): Readonly<Record<string, unknown>>[] {
  return [
    { name: 'requests', label: 'Requests', type: 'number', value: random.whole(20, 900) * factor, unit: 'rps', headline: true },
    { name: 'errors', label: 'Errors', type: 'number', value: random.whole(0, 4), max: 100, unit: 'percent', headline: true },
    { name: 'latency', label: 'p99', type: 'number', value: random.whole(20, 900), unit: 'milliseconds' },
    {
      name: 'runbook',
      label: 'Runbook',
      text: 'Open',
      links: [{ type: 'url', url: 'https://wiki.marlow.internal/runbooks', text: 'Runbook' }],
    },
  ];
}

function titleOf(team: TeamName): string {
  return team.charAt(0).toUpperCase() + team.slice(1).replace('-', ' ');
}

function buildClusters(
  tree: ComponentTree,
  workloads: readonly Workload[],
  catalog: Catalog,
  base: (days: number) => Base,
): void {
  const items = new Map(catalog.items.filter(({ type }) => type === 'Kubernetes::Cluster').map((item) => [item.name, item]));
  for (const cluster of CLUSTERS) {
    const item = items.get(cluster.name);
    if (item === undefined) continue;
    tree.add({
      ...base(650),
      type: 'KubernetesCluster',
      name: cluster.name,
      icon: 'kubernetes',
      description: `Kubernetes ${cluster.version}`,
      item,
      owner: 'platform',
      labels: { cluster: cluster.name, team: 'platform' },
      health: 'healthy',
      status: 'healthy',
      selectors: [{ types: ['Service'], labelSelector: `cluster=${cluster.name}` }],
      properties: [
        { name: 'version', label: 'Version', text: cluster.version },
        {
          name: 'services',
          label: 'Services',
          value: workloads.filter((workload) => workload.cluster === cluster).length,
          headline: true,
        },
      ],
    });
  }
}

/** Databases, caches, queues and deployments under their services, and near the end a few that are hidden or gone. */
function fillWithParts(
  tree: ComponentTree,
  workloads: readonly Workload[],
  catalog: Catalog,
  options: DemoOptions,
  base: (days: number) => Base,
): void {
  const kinds = [
    ['Database', 'database', 'database'],
    ['Deployment', 'deployment', 'kubernetes'],
    ['Cache', 'cache', 'bolt'],
    ['Queue', 'queue', 'queue'],
    ['Configuration', 'configMap', 'file'],
  ] as const;
  for (const [type, part, icon] of kinds) {
    for (const workload of workloads) {
      if (tree.components.length >= options.size.components) return;
      const item = catalog.of(workload)[part];
      if (item !== undefined) addPart(tree, workload, type, icon, item, base(480));
    }
  }
  for (const workload of workloads) {
    for (const [index, pod] of catalog.of(workload).pods.slice(0, 8).entries()) {
      if (tree.components.length >= options.size.components) return;
      addPart(tree, workload, index === 7 ? 'Job' : 'Pod', 'box', pod, {
        ...base(20),
        createdAt: pod.createdAt,
        ...(pod.deletedAt === undefined ? {} : { deletedAt: pod.deletedAt }),
      });
    }
  }
}

function addPart(
  tree: ComponentTree,
  workload: Workload,
  type: string,
  icon: string,
  item: Item,
  base: Base & { deletedAt?: Date },
): void {
  const parent = tree.serviceOf(workload);
  tree.add({
    ...base,
    type,
    name: item.name,
    parent,
    icon,
    description: `${type} of ${workload.app}`,
    owner: workload.team,
    workload,
    item,
    labels: { app: workload.app, team: workload.team, cluster: workload.cluster.name, namespace: workload.team },
    health: item.health,
    status: item.health,
    ...(item.description === undefined ? {} : { reason: item.description }),
    hidden: type === 'Configuration' && workload.n % 3 === 0,
    logs: type === 'Deployment',
    properties: [{ name: 'status', label: 'Status', text: item.status }],
  });
}
