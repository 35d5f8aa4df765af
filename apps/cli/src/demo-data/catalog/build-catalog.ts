import { type Cluster, CONTROL_AGENT } from '../company/places.ts';
import type { Company } from '../company/workloads.ts';
import type { Outage } from '../health/outages.ts';
import type { DemoOptions } from '../model.ts';
import type { Random } from '../random.ts';
import { Catalog } from './catalog.ts';
import { buildInfrastructure } from './infrastructure.ts';
import { buildPod } from './pods.ts';
import { buildResponderItems } from './responder-items.ts';
import { AWS_SCRAPER } from './scrapers.ts';
import { buildWorkload } from './workload-items.ts';

export interface CatalogPlan {
  readonly company: Company;
  readonly options: DemoOptions;
  readonly random: Random;
  /** Outages that last, by the number of the workload. */
  readonly lasting: ReadonlyMap<number, Outage>;
  agentNamed(name: string): string;
  teamId(team: string): string;
}

/** The whole catalog: clouds, clusters, every workload, and pods until the size is reached. */
export function buildCatalog({ company, options, random, lasting, agentNamed, teamId }: CatalogPlan): Catalog {
  const catalog = new Catalog();
  const { end, size } = options;
  const controlAgent = agentNamed(CONTROL_AGENT);
  const agentOf = (cluster: Cluster) => agentNamed(cluster.name);
  buildResponderItems(catalog, controlAgent, AWS_SCRAPER, end, teamId);
  const infrastructure = buildInfrastructure(
    { catalog, end, random: random.part('infrastructure'), controlAgent, agentOf },
    company.inCatalog,
  );
  const workloads = company.workloads.slice(0, company.inCatalog);
  const repositories = new Map();
  for (const workload of workloads) {
    buildWorkload(
      {
        catalog,
        infrastructure,
        end,
        controlAgent,
        repositories,
        random: random.part(`workload-${workload.n}`),
        clusterAgent: agentOf(workload.cluster),
        outage: lasting.get(workload.n),
      },
      workload,
    );
  }
  const pods = random.part('pods');
  for (let turn = 0; catalog.items.length < size.items || turn < workloads.length; turn++) {
    const workload = workloads[turn % workloads.length];
    if (workload === undefined) break;
    const nodes = infrastructure.nodes(workload.cluster);
    buildPod({ catalog, end, random: pods, nodes, historyHours: options.days * 24, outage: lasting.get(workload.n) }, workload);
  }
  linkSomeByHand(catalog, random.part('links'));
  return catalog;
}

/** A few relations that people made, and a few that are gone. */
function linkSomeByHand(catalog: Catalog, random: Random): void {
  const databases = catalog.items.filter(({ configClass }) => configClass === 'Database');
  const machines = catalog.items.filter(({ type }) => type === 'Azure::VirtualMachine');
  for (const database of databases.slice(0, 40)) {
    catalog.relate(random.pick(machines), database, 'reports-from', {
      selector: 'manual',
      ...(random.chance(0.2) ? { deletedAt: database.updatedAt } : {}),
    });
  }
}
