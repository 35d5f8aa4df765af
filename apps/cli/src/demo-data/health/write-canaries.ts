import { type Cluster, DOMAIN } from '../company/places.ts';
import type { Workload } from '../company/workloads.ts';
import { demoId } from '../demo-id.ts';
import { MARKER } from '../model.ts';
import type { RowOf, RowWriter } from '../row-writer.ts';
import { CHECK_TEMPLATES, type CheckTemplate } from './check-templates.ts';

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** Ids of what watches a workload. */
export interface CheckIds {
  canary(workload: Workload): string;
  check(workload: Workload, template: number): string;
}

export function checkIds(createdAt: Date): CheckIds {
  return {
    canary: ({ n }) => demoId('canary', n, createdAt),
    check: ({ n }, template) => demoId('check', n * CHECK_TEMPLATES.length + template, createdAt),
  };
}

interface CanariesToWrite {
  readonly workloads: readonly Workload[];
  readonly ids: CheckIds;
  readonly createdAt: Date;
  agentOf(cluster: Cluster): string;
  /** Id of a person of the workload's team. */
  authorOf(workload: Workload): string;
}

/** One canary for every workload, of the agent of its cluster. */
export async function writeCanaries(writer: RowWriter, canaries: CanariesToWrite): Promise<void> {
  await writer.write('canaries', canaryRows(canaries));
  await writer.write('check_definitions', checkRows(canaries));
}

function labelsOf({ app, cluster, team, tier, customerFacing }: Workload): Record<string, string> {
  return { app, cluster: cluster.name, team, tier: String(tier), 'customer-facing': String(customerFacing) };
}

function* canaryRows({ workloads, ids, createdAt, agentOf, authorOf }: CanariesToWrite): Iterable<RowOf<'canaries'>> {
  for (const workload of workloads) {
    const spec: Record<string, unknown> = { schedule: '@every 1m' };
    for (const template of CHECK_TEMPLATES) {
      const list = spec[template.type];
      spec[template.type] = [...(Array.isArray(list) ? list : []), specOf(template, workload)];
    }
    yield {
      id: ids.canary(workload),
      agent_id: agentOf(workload.cluster),
      name: workload.app,
      namespace: workload.team,
      labels: labelsOf(workload),
      annotations: MARKER,
      spec,
      source: 'UI',
      is_pushed: false,
      created_at: createdAt,
      created_by: authorOf(workload),
      updated_at: createdAt,
    };
  }
}

function* checkRows({ workloads, ids, createdAt, agentOf }: CanariesToWrite): Iterable<RowOf<'check_definitions'>> {
  for (const workload of workloads) {
    for (const [index, template] of CHECK_TEMPLATES.entries()) {
      yield {
        id: ids.check(workload, index),
        canary_id: ids.canary(workload),
        agent_id: agentOf(workload.cluster),
        type: template.type,
        name: template.name,
        namespace: workload.team,
        description: filled(template.description, workload),
        spec: specOf(template, workload),
        labels: { ...labelsOf(workload), kind: template.name.split('/')[0] ?? '' },
        owner: workload.team,
        severity: SEVERITIES[index % SEVERITIES.length],
        is_pushed: false,
        transformed: false,
        created_at: createdAt,
        updated_at: createdAt,
      };
    }
  }
}

function specOf(template: CheckTemplate, workload: Workload): Record<string, unknown> {
  return JSON.parse(
    filled(JSON.stringify({ name: template.name, description: template.description, ...template.spec }), workload),
  );
}

function filled(text: string, { app, cluster }: Workload): string {
  return text.replaceAll('{service}', app).replaceAll('{cluster}', cluster.name).replaceAll('{domain}', DOMAIN);
}
