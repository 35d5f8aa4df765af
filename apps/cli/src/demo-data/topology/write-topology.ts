import { createHash } from 'node:crypto';
import type { Catalog, Item } from '../catalog/catalog.ts';
import type { Company, Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';
import { CHECK_TEMPLATES } from '../health/check-templates.ts';
import type { CheckIds } from '../health/write-canaries.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { later } from '../times.ts';
import type { Component, ComponentTree } from './component.ts';

/** Hash by which a relation remembers the selector that made it. */
export function selectorHash(selector: unknown): string {
  return createHash('sha256').update(JSON.stringify(selector)).digest('hex').slice(0, 32);
}

export interface TopologyToWrite {
  readonly tree: ComponentTree;
  readonly catalog: Catalog;
  readonly company: Company;
  readonly checks: CheckIds;
  readonly createdBy: string;
  readonly checksSince: Date;
  teamId(team: string): string;
}

export async function writeTopology(writer: RowWriter, toWrite: TopologyToWrite): Promise<void> {
  const { tree, createdBy } = toWrite;
  await writer.write(
    'components',
    tree.components.map((component) => componentRow(component, createdBy)),
  );
  await writer.write('component_relationships', placeRows(tree));
  await writer.write('team_components', ownerRows(toWrite));
  await writer.write('config_component_relationships', itemRelationRows(toWrite));
  await writer.write('check_component_relationships', checkComponentRows(toWrite));
  await writer.write('check_config_relationships', checkConfigRows(toWrite));
}

function componentRow(component: Component, createdBy: string): RowOf<'components'> {
  const { workload, item, children } = component;
  const cost = item?.costPerDay;
  return {
    id: component.id,
    agent_id: component.agent,
    topology_id: component.topology,
    external_id: item?.externalId?.[0] ?? `${component.type}/${component.name}`.toLowerCase(),
    parent_id: component.parent?.id ?? null,
    config_id: item?.id ?? null,
    name: component.name,
    text: component.type === 'Service' ? (workload?.service.purpose ?? null) : null,
    topology_type: component.type,
    namespace: workload?.team ?? null,
    labels: component.labels,
    hidden: component.hidden ?? false,
    silenced: false,
    is_pushed: false,
    status: component.status,
    status_expr: component.type === 'Service' ? "summary.checks['unhealthy'] > 0 ? 'unhealthy' : 'healthy'" : null,
    health: component.health,
    description: component.description,
    lifecycle: 'production',
    tooltip: component.description,
    status_reason: component.reason ?? null,
    icon: component.icon,
    type: component.type,
    owner: component.owner ?? null,
    selectors: component.selectors ?? null,
    log_selectors: component.logs === true && workload !== undefined ? logSelectors(workload) : null,
    component_checks: component.type === 'Service' && workload !== undefined ? [{ selector: checkSelector(workload) }] : null,
    configs: item === undefined ? null : [{ name: item.name, type: item.type, tags: item.tags }],
    properties: component.properties,
    path: component.path,
    summary: {
      healthy: countOf(children, 'healthy'),
      unhealthy: countOf(children, 'unhealthy'),
      warning: countOf(children, 'warning'),
    },
    is_leaf: children.length === 0,
    cost_per_minute: cost === undefined ? null : (cost / 1440).toFixed(4),
    cost_total_1d: cost?.toFixed(4) ?? null,
    cost_total_7d: cost === undefined ? null : (cost * 7).toFixed(4),
    cost_total_30d: cost === undefined ? null : (cost * 30).toFixed(4),
    created_by: createdBy,
    created_at: component.createdAt,
    updated_at: component.updatedAt,
    deleted_at: component.deletedAt ?? null,
  };
}

function countOf(children: readonly Component[], health: string): number {
  return children.filter((child) => child.health === health && child.deletedAt === undefined).length;
}

function logSelectors({ app, team, cluster }: Workload) {
  const labels = { app, namespace: team, cluster: cluster.name };
  return [
    { name: app, type: 'KubernetesPod', labels },
    { name: 'ingress', type: 'ElasticSearch', labels: { ...labels, stream: 'access' } },
  ];
}

function checkSelector({ app, cluster }: Workload) {
  return { labelSelector: `app=${app},cluster=${cluster.name}` };
}

/** Services are also under their cluster, by its selector. */
function* placeRows({ components, services }: ComponentTree): Iterable<RowOf<'component_relationships'>> {
  let n = 0;
  for (const parent of components.filter(({ type }) => type === 'KubernetesCluster')) {
    for (const child of services.values()) {
      if (child.labels.cluster !== parent.name) continue;
      yield {
        id: demoId('component_relation', n++, child.createdAt),
        component_id: child.id,
        relationship_id: parent.id,
        created_at: child.createdAt,
        updated_at: child.createdAt,
        selector_id: selectorHash(parent.selectors),
        relationship_path: parent.path === '' ? parent.id : `${parent.path}.${parent.id}`,
        is_pushed: false,
      };
    }
  }
}

/** The selector by which a team owns components. */
export function teamSelector(team: string) {
  return { labelSelector: `team=${team}` };
}

function* ownerRows({ tree, teamId }: TopologyToWrite): Iterable<RowOf<'team_components'>> {
  for (const { id, labels, deletedAt } of tree.components) {
    const { team } = labels;
    if (team === undefined || deletedAt !== undefined) continue;
    yield { team_id: teamId(team), component_id: id, role: 'owner', selector_id: selectorHash(teamSelector(team)) };
  }
}

function* itemRelationRows({ tree, catalog }: TopologyToWrite): Iterable<RowOf<'config_component_relationships'>> {
  const row = (component: Component, item: Item, selector: string) => ({
    component_id: component.id,
    config_id: item.id,
    created_at: later(item.createdAt, component.createdAt),
    updated_at: component.updatedAt,
    deleted_at: component.deletedAt ?? null,
    selector_id: selector,
    is_pushed: false,
  });
  for (const component of tree.components) {
    const { item, workload } = component;
    if (item === undefined) continue;
    const selector = selectorHash({ name: item.name, type: item.type });
    yield row(component, item, selector);
    if (component.type !== 'Service' || workload === undefined) continue;
    const { configMap, pods, repository, database } = catalog.of(workload);
    const related = [
      configMap,
      ...(database === undefined ? [] : [database]),
      ...pods.filter(({ deletedAt }) => deletedAt === undefined).slice(0, 6),
    ];
    for (const other of related) yield row(component, other, selector);
    yield row(component, repository, 'manual');
  }
}

/** Workloads that are watched and in the topology, with each of their checks. */
function* watched({ tree, company, catalog, checks }: TopologyToWrite) {
  for (const workload of company.workloads.slice(0, company.canaries)) {
    const component = tree.services.get(workload.n);
    const items = catalog.find(workload);
    if (component === undefined || items === undefined) continue;
    for (const [index, template] of CHECK_TEMPLATES.entries()) {
      yield {
        workload,
        component,
        items,
        template,
        check_id: checks.check(workload, index),
        canary_id: checks.canary(workload),
        n: workload.n * CHECK_TEMPLATES.length + index,
      };
    }
  }
}

function* checkComponentRows(toWrite: TopologyToWrite): Iterable<RowOf<'check_component_relationships'>> {
  for (const { workload, component, check_id, canary_id, n } of watched(toWrite)) {
    yield {
      id: demoId('check_component', n, toWrite.checksSince),
      component_id: component.id,
      check_id,
      canary_id,
      created_at: toWrite.checksSince,
      updated_at: toWrite.checksSince,
      selector_id: selectorHash(checkSelector(workload)),
      is_pushed: false,
    };
  }
}

function* checkConfigRows(toWrite: TopologyToWrite): Iterable<RowOf<'check_config_relationships'>> {
  for (const { items, template, check_id, canary_id, n } of watched(toWrite)) {
    const item =
      (template.type === 'postgres' ? items.database : template.type === 'redis' ? items.cache : undefined) ?? items.deployment;
    yield {
      id: demoId('check_config', n, toWrite.checksSince),
      config_id: item.id,
      check_id,
      canary_id,
      created_at: toWrite.checksSince,
      updated_at: toWrite.checksSince,
      selector_id: selectorHash({ name: item.name, type: item.type }),
      is_pushed: false,
    };
  }
}
