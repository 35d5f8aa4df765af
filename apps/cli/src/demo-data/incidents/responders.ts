import { JIRA_TEAMS, PLANNER_TEAMS, planId, projectKey } from '../catalog/responder-items.ts';
import type { TeamName } from '../company/teams.ts';
import { demoId } from '../demo-id.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { RowOf } from '../row-writer.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';
import type { Case, Entry } from './incident.ts';

const PER_INCIDENT = 4;

export interface Responders {
  readonly rows: RowOf<'responders'>[];
  readonly entries: Entry[];
  /** The team's ticket. */
  readonly ticket: { readonly id: string; readonly key: string; readonly createdAt: Date };
}

/** The commander, the team with its ticket, a second person, and in some incidents somebody who was called by mistake. */
export function tellResponders(incident: Case): Responders {
  const { outage, random, world, commander, timeline } = incident;
  const { team } = outage.workload;
  const key = `${projectKey(team)}-${4_000 + outage.n}`;
  const second = random.pick(world.staff.people);
  const people = [
    responder(incident, 0, 1, { type: 'person', person_id: commander.id, properties: { responderType: 'person' } }),
    responder(incident, 1, 5, {
      type: 'system',
      team_id: world.teamId(team),
      properties: ticketProperties(incident, team),
      external_id: key,
    }),
    ...(second === commander
      ? []
      : [responder(incident, 2, 14, { type: 'person', person_id: second.id, properties: { responderType: 'person' } })]),
    ...(random.chance(0.15)
      ? [
          responder(incident, 3, 15, {
            type: 'system',
            team_id: world.teamId('platform'),
            properties: {
              responderType: 'email',
              to: 'platform@marlow.example',
              subject: outage.workload.app,
              body: 'Please look at the cluster',
            },
            deleted: true,
          }),
        ]
      : []),
  ];
  return {
    rows: people.map(({ row }) => row),
    entries: people.map(({ id, createdAt }) => ({ type: 'responder.created', at: createdAt, by: commander.id, responder: id })),
    ticket: { id: people[1]?.id ?? '', key, createdAt: people[1]?.createdAt ?? timeline.createdAt },
  };
}

interface Call {
  readonly type: 'person' | 'system';
  readonly person_id?: string;
  readonly team_id?: string;
  readonly properties: Record<string, unknown>;
  readonly external_id?: string;
  readonly deleted?: boolean;
}

function responder(incident: Case, position: number, minute: number, call: Call) {
  const { outage, timeline, world, commander } = incident;
  const at = (ms: number) => earlier(after(timeline.createdAt, ms), world.end);
  const createdAt = at(minute * MINUTE_MS);
  const id = demoId('responder', outage.n * PER_INCIDENT + position, createdAt);
  const isTakenUp = timeline.acknowledgedAt !== undefined;
  const row: RowOf<'responders'> = {
    id,
    incident_id: incident.id,
    type: call.type,
    index: position,
    person_id: call.person_id ?? null,
    team_id: call.team_id ?? null,
    external_id: call.external_id ?? null,
    properties: call.properties,
    acknowledged: isTakenUp ? at((minute + 3) * MINUTE_MS) : null,
    resolved: timeline.resolvedAt ?? null,
    closed: timeline.closedAt ?? null,
    created_by: commander.id,
    created_at: createdAt,
    updated_at: timeline.closedAt ?? timeline.resolvedAt ?? createdAt,
    deleted_at: call.deleted === true ? at((minute + 6) * MINUTE_MS) : null,
  };
  return { id, createdAt, row };
}

function ticketProperties({ outage, values }: Case, team: TeamName): Record<string, unknown> {
  const { story } = outage;
  const title = fillIn(story.title, values);
  const description = fillIn(story.description, values);
  if (JIRA_TEAMS.includes(team))
    return {
      responderType: 'jira',
      project: projectKey(team),
      issueType: 'Incident',
      priority: 'High',
      summary: title,
      description,
    };
  if (PLANNER_TEAMS.includes(team))
    return {
      responderType: 'ms_planner',
      plan_id: planId(team),
      bucket_id: `bucket-${team}-1`,
      priority: 'Urgent',
      title,
      description,
    };
  return { responderType: 'email', to: `${team}@marlow.example`, subject: title, body: description };
}
