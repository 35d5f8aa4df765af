import { storyValues } from '../catalog/outage-changes.ts';
import { demoId } from '../demo-id.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import { tellComments } from './comments.ts';
import { tellEvidences } from './evidences.ts';
import { tellHypotheses } from './hypotheses.ts';
import type { Case, Entry, IncidentRows, IncidentWorld } from './incident.ts';
import { tellResponders } from './responders.ts';
import { planTimeline } from './timeline.ts';

const ENTRIES_PER_INCIDENT = 64;
/** Numbers far above those that the database gives out by itself. */
const FIRST_NUMBER = 900_001;

export function incidentId({ n }: Pick<Outage, 'n'>, createdAt: Date): string {
  return demoId('incident', n, createdAt);
}

/** All rows of the incident about an outage. */
export function tellIncident(outage: Outage, world: IncidentWorld, random: Random): IncidentRows {
  const timeline = planTimeline(outage, world.end, random.part('timeline'));
  const incident: Case = {
    world,
    outage,
    timeline,
    random,
    id: incidentId(outage, timeline.createdAt),
    commander: world.staff.memberOf(outage.workload.team, random),
    values: storyValues(outage),
    items: world.catalog.of(outage.workload),
    component: world.tree.serviceOf(outage.workload),
  };
  const { root, cause, all } = tellHypotheses(incident);
  const evidences = tellEvidences(incident, root.id, cause.id);
  const responders = tellResponders(incident);
  const comments = tellComments(incident, root.id, cause.id, responders);
  const entries = [
    ...statusEntries(incident),
    ...all.flatMap((hypothesis) => hypothesis.entries),
    ...evidences.entries,
    ...responders.entries,
    ...comments.entries,
  ];
  return {
    incidents: [incidentRow(incident)],
    hypotheses: all.map(({ row }) => row),
    evidences: evidences.rows,
    comments: comments.rows,
    responders: responders.rows,
    comment_responders: comments.sent,
    incident_histories: historyRows(incident, entries),
  };
}

function incidentRow(incident: Case) {
  const { outage, timeline, world, values, commander, random } = incident;
  const { story } = outage;
  // Components that are unhealthy now must have the incident of the rule, or the rule would open another one.
  const isByRule = outage.endedAt === undefined || outage.n % 2 === 0;
  return {
    id: incident.id,
    incident_id: `INC-${FIRST_NUMBER + outage.n}`,
    incident_rule_id: isByRule ? world.ruleId : null,
    title: fillIn(story.title, values),
    created_by: commander.id,
    commander_id: commander.id,
    communicator_id: world.staff.memberOf('storefront', random).id,
    severity: story.severity,
    description: fillIn(story.description, values),
    type: story.type,
    status: timeline.status,
    acknowledged: timeline.acknowledgedAt ?? null,
    resolved: timeline.resolvedAt ?? null,
    closed: timeline.closedAt ?? null,
    created_at: timeline.createdAt,
    updated_at: timeline.steps.at(-1)?.[1] ?? timeline.createdAt,
  };
}

function statusEntries({ id, timeline, commander }: Case): Entry[] {
  return [
    { type: 'incident.created', at: timeline.createdAt, by: commander.id, description: id },
    ...timeline.steps.map(
      ([status, at]): Entry => ({ type: 'incident.status_updated', at, by: commander.id, description: status }),
    ),
  ];
}

function historyRows({ id, outage }: Case, entries: readonly Entry[]): IncidentRows['incident_histories'] {
  const ordered = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return ordered.map(({ type, at, by, description, hypothesis, responder, evidence, comment }, position) => ({
    id: demoId('incident_history', outage.n * ENTRIES_PER_INCIDENT + position, at),
    incident_id: id,
    created_by: by,
    type,
    description: description ?? null,
    hypothesis_id: hypothesis ?? null,
    created_at: at,
    updated_at: at,
    responder_id: responder ?? null,
    evidence_id: evidence ?? null,
    comment_id: comment ?? null,
  }));
}
