import type { Catalog, WorkloadItems } from '../catalog/catalog.ts';
import type { Person } from '../company/people.ts';
import type { Staff } from '../company/staff.ts';
import type { Outage } from '../health/outages.ts';
import type { CheckIds } from '../health/write-canaries.ts';
import type { Random } from '../random.ts';
import type { RowOf } from '../row-writer.ts';
import type { Component, ComponentTree } from '../topology/component.ts';
import type { Timeline } from './timeline.ts';

/** What incidents are told from. */
export interface IncidentWorld {
  readonly catalog: Catalog;
  readonly tree: ComponentTree;
  readonly staff: Staff;
  readonly checks: CheckIds;
  readonly end: Date;
  readonly ruleId: string;
  teamId(team: string): string;
}

/** One incident while it is told. */
export interface Case {
  readonly world: IncidentWorld;
  readonly outage: Outage;
  readonly id: string;
  readonly timeline: Timeline;
  readonly commander: Person;
  readonly values: Readonly<Record<string, string>>;
  readonly items: WorkloadItems;
  readonly component: Component;
  readonly random: Random;
}

/** Rows of one incident by table. */
export interface IncidentRows {
  readonly incidents: RowOf<'incidents'>[];
  readonly hypotheses: RowOf<'hypotheses'>[];
  readonly evidences: RowOf<'evidences'>[];
  readonly comments: RowOf<'comments'>[];
  readonly responders: RowOf<'responders'>[];
  readonly comment_responders: RowOf<'comment_responders'>[];
  readonly incident_histories: RowOf<'incident_histories'>[];
}

/** One entry of the changelog, as the triggers write it. */
export interface Entry {
  readonly type:
    | 'incident.created'
    | 'incident.status_updated'
    | 'responder.created'
    | 'responder.commented'
    | 'evidence.created'
    | 'evidence.done_definition_added'
    | 'hypothesis.created'
    | 'hypothesis.status_updated';
  readonly at: Date;
  readonly by: string;
  readonly description?: string;
  readonly hypothesis?: string;
  readonly responder?: string;
  readonly evidence?: string;
  readonly comment?: string;
}
