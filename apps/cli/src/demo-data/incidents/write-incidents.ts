import type { Staff } from '../company/staff.ts';
import { demoId } from '../demo-id.ts';
import type { Outage } from '../health/outages.ts';
import type { Random } from '../random.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';
import type { IncidentRows, IncidentWorld } from './incident.ts';
import { tellIncident } from './tell-incident.ts';

export function incidentRuleId(n: number, end: Date): string {
  return demoId('incident_rule', n, after(end, -200 * DAY_MS));
}

/** Rules: the first is the one that opened the incidents, the others rest or watch what the demo data has none of. */
export async function writeIncidentRules(writer: RowWriter, end: Date, staff: Staff): Promise<void> {
  const createdAt = after(end, -200 * DAY_MS);
  const rules = [
    {
      name: 'marlow-unhealthy-services',
      spec: {
        components: [{ types: ['Service'], labelSelector: 'environment!=staging' }],
        filter: { status: ['unhealthy'] },
        template: { type: 'availability', severity: 'high', description: 'A service is unhealthy' },
        autoClose: { timeout: '7d' },
        breakOnMatch: true,
        priority: 1,
      },
    },
    {
      name: 'marlow-payments-at-night',
      spec: {
        components: [{ namespace: 'payments' }],
        filter: { status: ['error'] },
        hoursOfOperation: [{ start: '20:00', end: '06:00' }],
        template: { type: 'availability', severity: 'critical' },
        responders: { email: ['payments@marlow.example'], jira: [{ project: 'PAYM', issueType: 'Incident' }] },
      },
    },
    {
      name: 'marlow-old-warnings',
      spec: {
        components: [{ types: ['Queue'] }],
        filter: { status: ['error'], age: '3d' },
        template: { type: 'technical_debt', severity: 'low' },
      },
      deletedAt: after(end, -9 * DAY_MS),
    },
  ];
  await writer.write(
    'incident_rules',
    rules.map(({ name, spec, deletedAt }, n) => ({
      id: incidentRuleId(n, end),
      name,
      spec,
      source: 'UI',
      created_by: staff.founder.id,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: deletedAt ?? null,
    })),
  );
}

/** Writes the incident of every outage, with everything that belongs to it. */
export async function writeIncidents(
  writer: RowWriter,
  outages: readonly Outage[],
  world: IncidentWorld,
  random: Random,
): Promise<IncidentRows[]> {
  const told = outages.map((outage) => tellIncident(outage, world, random.part(outage.n)));
  await writer.write(
    'incidents',
    told.flatMap((rows) => rows.incidents),
  );
  await writer.write(
    'responders',
    told.flatMap((rows) => rows.responders),
  );
  await writer.write(
    'hypotheses',
    told.flatMap((rows) => rows.hypotheses),
  );
  await writer.write(
    'evidences',
    told.flatMap((rows) => rows.evidences),
  );
  await writer.write(
    'comments',
    told.flatMap((rows) => rows.comments),
  );
  await writer.write(
    'comment_responders',
    told.flatMap((rows) => rows.comment_responders),
  );
  await writer.write(
    'incident_histories',
    told.flatMap((rows) => rows.incident_histories),
  );
  await writer.write('incident_relationships', relatedRows(told));
  return told;
}

/** Incidents of the same rule and title belong together. */
function* relatedRows(told: readonly IncidentRows[]): Iterable<RowOf<'incident_relationships'>> {
  const seen = new Map<unknown, unknown>();
  for (const { incidents } of told) {
    for (const { id, title, created_at } of incidents) {
      const earlierOne = seen.get(title);
      if (earlierOne !== undefined)
        yield { incident_id: id, related_id: earlierOne, relationship: 'same cause', created_at, updated_at: created_at };
      seen.set(title, id);
    }
  }
}
