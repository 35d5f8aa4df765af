import { writeAgents } from './company/agents.ts';
import { CONTROL_AGENT } from './company/places.ts';
import { writePeople } from './company/write-people.ts';
import { writeCanaries } from './health/write-canaries.ts';
import { writeIncidentRules } from './incidents/write-incidents.ts';
import { type DemoDatabase, startOf } from './model.ts';
import { writeRules } from './notifications/rules.ts';
import { PLAYBOOKS } from './playbooks/definitions.ts';
import { playbookId, writePlaybooks } from './playbooks/write-playbooks.ts';
import type { RowWriter } from './row-writer.ts';
import { writeAccess, writeProperties } from './settings/access.ts';
import { writeConnections } from './settings/connections.ts';
import { writeDefinitions } from './settings/definitions.ts';
import { writeTeams } from './settings/team-rows.ts';
import type { World } from './world.ts';

/** Who there is and everything that people set up: definitions, rules, connections, playbooks, canaries. */
export async function writeCompany(db: DemoDatabase, writer: RowWriter, world: World): Promise<void> {
  const { options, staff, agents, company, checks, catalog, tree, random, agentNamed, teamId } = world;
  const { end } = options;
  const createdBy = staff.founder.id;
  await writePeople(writer, staff.people, end, random.part('sign-ins'));
  await writeAgents(writer, agents, staff);
  await writeTeams(writer, staff, end);
  await writeProperties(db, writer, createdBy, end);
  await writeConnections(writer, createdBy, end);
  await writeDefinitions(writer, { end, createdBy, agentNamed });
  await writePlaybooks(writer, CONTROL_AGENT, createdBy, end);
  await writeRules(writer, staff, teamId, end);
  await writeIncidentRules(writer, end, staff);
  const authors = random.part('authors');
  await writeCanaries(writer, {
    workloads: company.workloads.slice(0, company.canaries),
    ids: checks,
    createdAt: startOf(options),
    agentOf: ({ name }) => agentNamed(name),
    authorOf: (workload) => staff.memberOf(workload.team, authors.part(workload.n)).id,
  });
  const [workload] = company.workloads;
  const [playbook] = PLAYBOOKS;
  if (workload === undefined || playbook === undefined) return;
  const targets = {
    canary: checks.canary(workload),
    item: catalog.of(workload).deployment.id,
    component: tree.serviceOf(workload).id,
    playbook: playbookId(playbook, end),
  };
  await writeAccess(writer, staff, agents, targets, teamId, end);
}
