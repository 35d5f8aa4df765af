import { JIRA_TEAMS, PLANNER_TEAMS, projectKey } from '../catalog/responder-items.ts';
import type { Staff } from '../company/staff.ts';
import { TEAM_ICONS, TEAMS } from '../company/teams.ts';
import { demoId } from '../demo-id.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';
import { teamSelector } from '../topology/write-topology.ts';

const RETIRED_TEAM = 'catalogue';

function createdAt(end: Date): Date {
  return after(end, -700 * DAY_MS);
}

/** Id of a team by its name. */
export function teamIds(end: Date): (team: string) => string {
  const ids = new Map([...TEAMS, RETIRED_TEAM].map((name, n) => [name, demoId('team', n, createdAt(end))]));
  return (team) => {
    const id = ids.get(team);
    if (id === undefined) throw new RangeError(`no team ${team}`);
    return id;
  };
}

/** Teams, one that was given up among them, with their members. */
export async function writeTeams(writer: RowWriter, staff: Staff, end: Date): Promise<void> {
  const idOf = teamIds(end);
  const teamRow = (name: string, icon: string, deletedAt: Date | null): RowOf<'teams'> => ({
    id: idOf(name),
    name,
    icon,
    spec: teamSpec(name),
    source: 'UI',
    created_by: staff.founder.id,
    created_at: createdAt(end),
    updated_at: createdAt(end),
    deleted_at: deletedAt,
  });
  await writer.write('teams', [
    ...TEAMS.map((name) => teamRow(name, TEAM_ICONS[name], null)),
    teamRow(RETIRED_TEAM, 'group', after(end, -90 * DAY_MS)),
  ]);
  await writer.write(
    'team_members',
    TEAMS.flatMap((team) =>
      staff.people
        .filter((person) => person.team === team && person.active)
        .map(({ id }) => ({ team_id: idOf(team), person_id: id })),
    ),
  );
}

function teamSpec(name: string): Record<string, unknown> {
  const secret = { valueFrom: { secretKeyRef: { name: `${name}-tracker`, key: 'password' } } };
  const clients: Record<string, unknown> = {
    email: { defaults: { to: `${name}@marlow.example`, subject: '{{.incident.title}}' } },
  };
  if (JIRA_TEAMS.some((team) => team === name)) {
    clients.jira = {
      url: 'https://jira.marlow.internal',
      username: { value: 'bot@marlow.example' },
      password: secret,
      defaults: { project: projectKey(name), issueType: 'Incident', priority: 'High', summary: '{{.incident.title}}' },
      linkUrl: 'https://jira.marlow.internal/browse/{{.ID}}',
    };
  }
  if (PLANNER_TEAMS.some((team) => team === name)) {
    clients.ms_planner = {
      tenant_id: 'marlow',
      client_id: 'quarterdeck',
      group_id: name,
      username: { value: 'bot@marlow.example' },
      password: secret,
      values: { plan_id: `plan-${name}` },
    };
  }
  return {
    components: [teamSelector(name)],
    responder_clients: clients,
    notifications: [
      { name: `${name}-chat`, connection: 'connection://marlow/team-chat', filter: "check.severity == 'critical'" },
    ],
  };
}
