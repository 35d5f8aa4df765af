import { NAMESPACE } from '../company/places.ts';
import { demoId } from '../demo-id.ts';
import type { RowWriter } from '../row-writer.ts';
import { after, DAY_MS } from '../times.ts';
import { type DemoPlaybook, PLAYBOOKS } from './definitions.ts';

function createdAt(end: Date): Date {
  return after(end, -180 * DAY_MS);
}

export function playbookId({ n }: Pick<DemoPlaybook, 'n'>, end: Date): string {
  return demoId('playbook', n, createdAt(end));
}

/** The specification. Every step runs on a demo agent only: pressing Run here does nothing to this machine. */
export function playbookSpec(playbook: DemoPlaybook, agent: string): Record<string, unknown> {
  const { title, category, icon, description, target, parameters, actions, approval, filters } = playbook;
  const selector = [
    {
      agent,
      types:
        target === 'config'
          ? ['Kubernetes::Deployment', 'Kubernetes::StatefulSet']
          : target === 'component'
            ? ['Service']
            : ['http'],
    },
  ];
  return {
    title,
    category,
    icon,
    description,
    runsOn: [agent],
    parameters,
    ...(target === undefined ? {} : { [`${target}s`]: selector }),
    ...(approval === undefined ? {} : { approval }),
    ...(filters === undefined ? {} : { filters }),
    actions: actions.map(({ name, kind, spec, delay, if: condition }) => ({
      name,
      [kind]: spec,
      ...(delay === undefined ? {} : { delay }),
      ...(condition === undefined ? {} : { if: condition }),
    })),
  };
}

export async function writePlaybooks(writer: RowWriter, agent: string, createdBy: string, end: Date): Promise<void> {
  await writer.write(
    'playbooks',
    PLAYBOOKS.map((playbook) => ({
      id: playbookId(playbook, end),
      namespace: NAMESPACE,
      name: playbook.name,
      title: playbook.title,
      icon: playbook.icon,
      description: playbook.description,
      spec: playbookSpec(playbook, agent),
      created_by: createdBy,
      source: playbook.source ?? 'UI',
      category: playbook.category,
      created_at: createdAt(end),
      updated_at: createdAt(end),
      deleted_at: playbook.isDeleted === true ? after(end, -5 * DAY_MS) : null,
    })),
  );
}
