import { buildCatalog } from './catalog/build-catalog.ts';
import type { Catalog } from './catalog/catalog.ts';
import { type Agent, installAgents } from './company/agents.ts';
import { hirePeople } from './company/people.ts';
import { Staff } from './company/staff.ts';
import { type Company, foundCompany } from './company/workloads.ts';
import { type Outage, planOutages } from './health/outages.ts';
import { type CheckIds, checkIds } from './health/write-canaries.ts';
import { type DemoOptions, startOf } from './model.ts';
import { Random } from './random.ts';
import { type DefinitionIds, definitionIds } from './settings/definitions.ts';
import { teamIds } from './settings/team-rows.ts';
import { buildTopology, servicesInTopology } from './topology/build-topology.ts';
import type { ComponentTree } from './topology/component.ts';

/** Everything that is known before the first row is written. */
export interface World {
  readonly options: DemoOptions;
  readonly random: Random;
  readonly company: Company;
  readonly staff: Staff;
  readonly agents: readonly Agent[];
  readonly outages: readonly Outage[];
  readonly checks: CheckIds;
  readonly definitions: DefinitionIds;
  readonly catalog: Catalog;
  readonly tree: ComponentTree;
  agentNamed(name: string): string;
  teamId(team: string): string;
}

/** Plans the company, what breaks, and what the catalog and the topology hold; the same options give the same world. */
export function planWorld(options: DemoOptions): World {
  const { size, end } = options;
  const random = new Random(`marlow/${options.seed}`);
  const company = foundCompany(size);
  const staff = new Staff(hirePeople(size.people, end, random.part('people')));
  const agents = installAgents(end);
  const ids = new Map(agents.map(({ name, id }) => [name, id]));
  const agentNamed = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new RangeError(`no agent ${name}`);
    return id;
  };
  const teamId = teamIds(end);
  const outages = planOutages(company, servicesInTopology(company, size.components), options, random.part('outages'));
  const lasting = new Map(outages.filter(({ endedAt }) => endedAt === undefined).map((outage) => [outage.workload.n, outage]));
  const definitions = definitionIds(end);
  const catalog = buildCatalog({ company, options, random: random.part('catalog'), lasting, agentNamed, teamId });
  const tree = buildTopology({
    company,
    catalog,
    options,
    random: random.part('topology'),
    lasting,
    agentNamed,
    topologyId: definitions.topology,
  });
  return {
    options,
    random,
    company,
    staff,
    agents,
    outages,
    checks: checkIds(startOf(options)),
    definitions,
    catalog,
    tree,
    agentNamed,
    teamId,
  };
}
