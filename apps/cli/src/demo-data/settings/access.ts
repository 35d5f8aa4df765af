import type { Agent } from '../company/agents.ts';
import type { Staff } from '../company/staff.ts';
import { demoId } from '../demo-id.ts';
import type { DemoDatabase } from '../model.ts';
import { quietly } from '../quiet.ts';
import type { RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';
import { connectionId } from './connections.ts';

export interface GrantTargets {
  readonly canary: string;
  readonly item: string;
  readonly component: string;
  readonly playbook: string;
}

/** Tokens of the agents, grants besides the roles, saved queries and integrations of older clients. */
export async function writeAccess(
  writer: RowWriter,
  staff: Staff,
  agents: readonly Agent[],
  targets: GrantTargets,
  teamId: (team: string) => string,
  end: Date,
): Promise<void> {
  const createdAt = after(end, -120 * DAY_MS);
  const by = staff.founder.id;
  await writer.write(
    'access_tokens',
    agents.map(({ n, userId, createdAt: since, deletedAt }) => ({
      id: demoId('token', n, since),
      name: `agent-${Math.floor(since.getTime() / 1000)}`,
      person_id: userId,
      // No token has this hash: it is not one.
      value: `demo-data-${n}`,
      created_at: since,
      expires_at: deletedAt ?? null,
    })),
  );
  const grant = (n: number, description: string, action: string, more: Record<string, unknown>) => ({
    id: demoId('permission', n, createdAt),
    description,
    source: 'UI',
    action,
    object: null,
    deny: false,
    component_id: null,
    config_id: null,
    canary_id: null,
    playbook_id: null,
    connection_id: null,
    created_by: by,
    person_id: null,
    team_id: null,
    created_at: createdAt,
    updated_at: createdAt,
    until: null,
    ...more,
  });
  await writer.write('permissions', [
    grant(0, 'Payments may restart what they own', 'playbook:run', {
      playbook_id: targets.playbook,
      team_id: teamId('payments'),
    }),
    grant(1, 'Checkout looks after this item', 'update', { config_id: targets.item, team_id: teamId('checkout') }),
    grant(2, 'Nobody but platform changes this check', 'update', {
      canary_id: targets.canary,
      team_id: teamId('search'),
      deny: true,
    }),
    grant(3, 'Search may see this component', 'read', { component_id: targets.component, team_id: teamId('search') }),
    grant(4, 'A contractor reads this connection until the end of the month', 'read', {
      connection_id: connectionId(4, end),
      person_id: staff.people.at(-1)?.id ?? by,
      until: after(end, 14 * DAY_MS),
    }),
    grant(5, 'Ran out last week', 'read', {
      object: 'catalog',
      person_id: staff.people.at(-2)?.id ?? by,
      until: after(end, -7 * DAY_MS),
    }),
  ]);
  const query = (n: number, description: string, text: string) => ({
    id: demoId('query', n, createdAt),
    icon: 'database',
    description,
    query: text,
    columns: null,
    created_by: by,
    created_at: createdAt,
    updated_at: createdAt,
  });
  await writer.write('saved_query', [
    query(
      0,
      'Most expensive items',
      'SELECT name, type, cost_total_30d FROM configs WHERE deleted_at IS NULL ORDER BY cost_total_30d DESC NULLS LAST LIMIT 50',
    ),
    query(
      1,
      'Services that changed today',
      "SELECT name, count(*) FROM catalog_changes WHERE created_at > now() - interval '1 day' GROUP BY name ORDER BY 2 DESC",
    ),
    query(
      2,
      'Open incidents by type',
      "SELECT type, count(*) FROM incidents WHERE status NOT IN ('closed', 'cancelled') GROUP BY type",
    ),
  ]);
  await writer.write('integrations', [
    {
      id: demoId('integration', 0, createdAt),
      name: 'Marlow status page',
      icon: 'globe',
      spec: { url: 'https://status.marlow.example' },
      source: 'UI',
      created_by: by,
      created_at: createdAt,
      updated_at: createdAt,
    },
  ]);
}

/** Tunables that leave the server as it is by default. A property that is there already stays. */
export async function writeProperties(db: DemoDatabase, writer: RowWriter, createdBy: string, end: Date): Promise<void> {
  const { rows } = await quietly(db, (tx) =>
    tx.query<{ name: string }>(
      `INSERT INTO properties (name, value, created_by, created_at, updated_at)
       SELECT p.name, p.value, $2::uuid, $3, $3 FROM json_to_recordset($1::json) AS p (name text, value text) ON CONFLICT DO NOTHING RETURNING name`,
      [
        JSON.stringify([
          { name: 'marlow.support.channel', value: '#operations' },
          { name: 'marlow.status.page', value: 'https://status.marlow.example' },
          { name: 'incidents.disable', value: 'false' },
          { name: 'topology.disable', value: 'false' },
          { name: 'settings.job_history.disable', value: 'false' },
        ]),
        createdBy,
        after(end, -100 * DAY_MS),
      ],
    ),
  );
  writer.count('properties', rows.length);
}
