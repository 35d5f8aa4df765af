import { outageInsightId } from '../catalog/insights.ts';
import { deploymentChangeId } from '../catalog/outage-changes.ts';
import { demoId } from '../demo-id.ts';
import { fillIn } from '../health/outage-stories.ts';
import type { RowOf } from '../row-writer.ts';
import { after, earlier, MINUTE_MS } from '../times.ts';
import type { Case, Entry } from './incident.ts';

const PER_INCIDENT = 12;

interface Draft {
  readonly type: 'log' | 'topology' | 'config' | 'check' | 'config_change' | 'config_analysis' | 'comment';
  readonly hypothesis: string;
  readonly description: string;
  readonly evidence: unknown;
  readonly minute: number;
  readonly target?: RowOf<'evidences'>;
  /** What must hold before the incident is done. */
  readonly isGoal?: boolean;
  readonly script?: string;
  readonly factor?: boolean;
  readonly mitigator?: boolean;
}

/** Evidence of every type, with the things that must hold before the incident is done among it. */
export function tellEvidences(incident: Case, root: string, cause: string): { rows: RowOf<'evidences'>[]; entries: Entry[] } {
  const rows: RowOf<'evidences'>[] = [];
  const entries: Entry[] = [];
  for (const [position, draft] of draftsOf(incident, root, cause).entries()) {
    const createdAt = earlier(after(incident.timeline.createdAt, draft.minute * MINUTE_MS), incident.world.end);
    const id = demoId('evidence', incident.outage.n * PER_INCIDENT + position, createdAt);
    rows.push(rowOf(incident, draft, id, createdAt));
    const by = incident.commander.id;
    entries.push({ type: 'evidence.created', at: createdAt, by, hypothesis: draft.hypothesis, evidence: id });
    if (draft.isGoal)
      entries.push({
        type: 'evidence.done_definition_added',
        at: earlier(after(createdAt, MINUTE_MS), incident.world.end),
        by,
        evidence: id,
      });
  }
  return { rows, entries };
}

function draftsOf({ outage, world, values, items, component }: Case, root: string, cause: string): Draft[] {
  const { workload, story, startedAt } = outage;
  const failing = outage.failing.map((template) => world.checks.check(workload, template));
  const text = (template: string) => fillIn(template, values);
  const logLines = story.log.map((message, index) => ({
    timestamp: after(startedAt, 30_000 + index * 4_100).toISOString(),
    message: text(message),
    labels: { app: workload.app, namespace: workload.team },
  }));
  return [
    ...failing.slice(0, 2).map(
      (check_id, index): Draft => ({
        type: 'check',
        hypothesis: root,
        description: `A check of ${workload.app} fails`,
        minute: 0,
        target: { check_id },
        isGoal: index === 0,
        evidence: { id: check_id, start: startedAt.toISOString(), includeMessages: true },
        ...(index === 0 ? { script: "check.status == 'healthy' && check.age > duration('5m')" } : {}),
      }),
    ),
    {
      type: 'topology',
      hypothesis: root,
      description: `${workload.app} is unhealthy`,
      minute: 1,
      target: { component_id: component.id },
      isGoal: true,
      evidence: { id: component.id, name: component.name },
      script: "component.status == 'healthy'",
    },
    {
      type: 'config_change',
      hypothesis: cause,
      description: 'The deployment right before',
      minute: 7,
      target: { config_change_id: deploymentChangeId(outage), config_id: items.deployment.id },
      evidence: { id: deploymentChangeId(outage), config_id: items.deployment.id },
      factor: true,
    },
    {
      type: 'config',
      hypothesis: cause,
      description: `${story.change.field} of ${workload.app}`,
      minute: 8,
      target: { config_id: items.deployment.id },
      evidence: {
        id: items.deployment.id,
        lines: configLines(text(story.change.after), story.change.field),
        selected_lines: { 42: `value: ${text(story.change.after)}` },
      },
      factor: true,
    },
    {
      type: 'log',
      hypothesis: cause,
      description: `Log of ${workload.app}`,
      minute: 10,
      target: {},
      evidence: { lines: logLines },
    },
    {
      type: 'config_analysis',
      hypothesis: root,
      description: 'Found after the rollout',
      minute: 12,
      target: { config_analysis_id: outageInsightId(outage), config_id: items.deployment.id },
      evidence: { id: outageInsightId(outage) },
      script: "analysis.status == 'resolved'",
      isGoal: outage.n % 2 === 0,
    },
    {
      type: 'comment',
      hypothesis: root,
      description: 'Customers were told',
      minute: 18,
      target: {},
      evidence: { comment: 'Tell customer care when it is over' },
      isGoal: true,
      mitigator: false,
    },
  ];
}

function configLines(value: string, field: string): Record<string, string> {
  return {
    39: 'env:',
    40: '  - name: CLUSTER',
    41: `  - name: ${field}`,
    42: `    value: ${value}`,
    43: '  - name: DB_PASSWORD',
    44: '    valueFrom:',
    45: '      secretKeyRef:',
  };
}

function rowOf(incident: Case, draft: Draft, id: string, createdAt: Date): RowOf<'evidences'> {
  const { outage, timeline, commander, world } = incident;
  const isOver = outage.endedAt !== undefined && (draft.type !== 'comment' || timeline.status === 'closed');
  const done = draft.isGoal === true ? isOver : null;
  return {
    id,
    description: draft.description,
    hypothesis_id: draft.hypothesis,
    config_id: draft.target?.config_id ?? null,
    config_change_id: draft.target?.config_change_id ?? null,
    config_analysis_id: draft.target?.config_analysis_id ?? null,
    component_id: draft.target?.component_id ?? null,
    check_id: draft.target?.check_id ?? null,
    definition_of_done: draft.isGoal ?? false,
    done,
    factor: draft.factor ?? null,
    mitigator: draft.mitigator ?? null,
    created_by: commander.id,
    type: draft.type,
    evidence: draft.evidence,
    properties: null,
    created_at: createdAt,
    updated_at:
      done === true && timeline.resolvedAt !== undefined ? timeline.resolvedAt : earlier(after(createdAt, MINUTE_MS), world.end),
    script: draft.script ?? null,
    script_result: draft.script === undefined || done === null ? null : String(done),
  };
}
