import { demoId } from '../demo-id.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import { CLUSTERS, CONTROL_AGENT, OFFLINE_AGENT, RETIRED_AGENT } from './places.ts';
import type { Staff } from './staff.ts';
import { agentUserId } from './write-people.ts';

export interface Agent {
  readonly n: number;
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string;
  readonly region: string;
  readonly createdAt: Date;
  readonly lastSeen: Date;
  readonly deletedAt?: Date;
}

/** One agent per cluster, one for the clouds and all definitions, one that is offline and one that was taken out. */
export function installAgents(end: Date): Agent[] {
  const described = [
    ...CLUSTERS.map(({ name, region, environment }) => ({ name, region, description: `Kubernetes cluster, ${environment}` })),
    { name: CONTROL_AGENT, region: 'eu-west-1', description: 'Cloud accounts, repositories and topologies' },
    { name: OFFLINE_AGENT, region: 'leipzig', description: 'Warehouse in Leipzig, behind a slow line' },
    { name: RETIRED_AGENT, region: 'ap-south-1', description: 'Cluster that was shut down' },
  ];
  return described.map((agent, n) => {
    const createdAt = after(end, -(500 - n * 20) * DAY_MS);
    return {
      ...agent,
      n,
      createdAt,
      id: demoId('agent', n, createdAt),
      userId: agentUserId(n, createdAt),
      lastSeen:
        agent.name === OFFLINE_AGENT
          ? after(end, -31 * HOUR_MS)
          : agent.name === RETIRED_AGENT
            ? after(end, -20 * DAY_MS)
            : after(end, -(5 + n * 4) * 1000),
      ...(agent.name === RETIRED_AGENT ? { deletedAt: after(end, -20 * DAY_MS) } : {}),
    };
  });
}

export async function writeAgents(writer: RowWriter, agents: readonly Agent[], staff: Staff): Promise<void> {
  await writer.write('people', agents.map(userRow));
  await writer.write(
    'agents',
    agents.map((agent) => ({
      id: agent.id,
      name: agent.name,
      hostname: `agent-0.${agent.name}`,
      description: agent.description,
      ip: `10.${40 + agent.n}.0.10`,
      version: agent.n === 3 ? 'v0.1.0' : 'v0.1.1',
      username: `agent-${agent.name}`,
      person_id: agent.userId,
      properties: { type: 'agent', region: agent.region, company: 'marlow' },
      created_by: staff.founder.id,
      created_at: agent.createdAt,
      updated_at: agent.deletedAt ?? agent.createdAt,
      cleanup: false,
      deleted_at: agent.deletedAt ?? null,
      last_seen: agent.lastSeen,
      last_received: agent.lastSeen,
    })),
  );
  await writer.write(
    'casbin_rule',
    agents.map(({ userId }) => ({ ptype: 'g', v0: userId, v1: 'agent' })),
  );
}

function userRow(agent: Agent): RowOf<'people'> {
  return {
    id: agent.userId,
    name: `agent-${agent.name}`,
    avatar: null,
    type: 'agent',
    organization: null,
    title: null,
    email: null,
    phone: null,
    properties: null,
    created_at: agent.createdAt,
    updated_at: agent.createdAt,
    deleted_at: agent.deletedAt ?? null,
    last_login: null,
  };
}
