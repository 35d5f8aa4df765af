import { SCRAPERS } from './catalog/scrapers.ts';
import { CONTROL_AGENT } from './company/places.ts';
import { TEAMS } from './company/teams.ts';
import { incidentRuleId, writeIncidents } from './incidents/write-incidents.ts';
import { startOf } from './model.ts';
import { type MessageTargets, writeMessages, writeSilences } from './notifications/messages.ts';
import { NOTIFICATION_RULES, ruleId } from './notifications/rules.ts';
import { PLAYBOOKS } from './playbooks/definitions.ts';
import { writeRuns } from './playbooks/runs.ts';
import { playbookId } from './playbooks/write-playbooks.ts';
import type { RowWriter } from './row-writer.ts';
import { writeEvents } from './settings/events.ts';
import { type JobResource, writeJobs } from './settings/jobs.ts';
import { writeTopology } from './topology/write-topology.ts';
import type { World } from './world.ts';

/** What happened: the state of the topology, incidents, runs of playbooks, messages, jobs and events. */
export async function writeStories(writer: RowWriter, world: World): Promise<void> {
  const { options, staff, outages, company, checks, catalog, tree, random, agentNamed, teamId } = world;
  const { end } = options;
  await writeTopology(writer, {
    tree,
    catalog,
    company,
    checks,
    createdBy: staff.founder.id,
    checksSince: startOf(options),
    teamId,
  });
  await writeIncidents(
    writer,
    outages,
    { catalog, tree, staff, checks, end, ruleId: incidentRuleId(0, end), teamId },
    random.part('incidents'),
  );
  // Workloads that are in every part of the data.
  const workloads = company.workloads.filter(({ n }) => n < company.canaries && tree.services.has(n));
  const component = (workload: (typeof workloads)[number]) => tree.serviceOf(workload).id;
  await writeRuns(writer, {
    staff,
    workloads,
    outages,
    options,
    teamId,
    component,
    agent: { id: agentNamed(CONTROL_AGENT), name: CONTROL_AGENT },
    random: random.part('runs'),
    config: (workload) => catalog.of(workload).deployment,
    check: (workload) => checks.check(workload, 0),
  });
  const messages: MessageTargets = {
    staff,
    outages,
    options,
    component,
    random: random.part('messages'),
    check: checks.check,
    canary: checks.canary,
    config: (workload) => catalog.of(workload).deployment.id,
  };
  await writeMessages(writer, messages);
  await writeSilences(writer, workloads, messages, staff.founder.id);
  await writeJobs(writer, jobTargets(world), options, random.part('jobs'));
  const [rule] = NOTIFICATION_RULES;
  if (rule === undefined) return;
  const deployments = workloads.map((workload) => catalog.of(workload).deployment.id);
  await writeEvents(writer, deployments, ruleId(rule, end), end);
}

function jobTargets({ options, company, checks, agents, definitions, tree, agentNamed, teamId }: World) {
  const on = (id: string, agentName: string): JobResource => ({
    id,
    agent: agentNamed(agentName),
    hostname: `agent-0.${agentName}`,
  });
  return {
    canaries: company.workloads.slice(0, company.canaries).map((workload) => on(checks.canary(workload), workload.cluster.name)),
    scrapers: SCRAPERS.map((name) => ({ ...on(definitions.scraper(name), CONTROL_AGENT), name })),
    topologies: ['marlow-shop', 'clusters'].map((name) => on(definitions.topology(name), CONTROL_AGENT)),
    teams: TEAMS.map((team) => on(teamId(team), CONTROL_AGENT)),
    playbooks: PLAYBOOKS.map((playbook) => on(playbookId(playbook, options.end), CONTROL_AGENT)),
    components: tree.components.slice(0, 200).map(({ id }) => on(id, CONTROL_AGENT)),
    agents: agents.filter(({ deletedAt }) => deletedAt === undefined).map(({ id, name }) => on(id, name)),
  };
}
