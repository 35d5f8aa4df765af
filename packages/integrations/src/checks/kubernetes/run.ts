import { type KubernetesHealth, kubernetesHealth } from '@quarterdeck/expressions';
import { type KubernetesObject, objectName } from '../../kubernetes/objects.ts';
import { hasTemplate } from '../expressions.ts';
import { hideSecret } from '../hide-secret.ts';
import { clusterFailure, openCluster } from '../open-cluster.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { selectObjects } from './select-objects.ts';
import { type KubernetesCheck, kubernetesKind } from './spec.ts';

interface Judged {
  object: KubernetesObject;
  health: KubernetesHealth;
}

function withoutManagedFields(object: KubernetesObject): KubernetesObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** ` (Status: message)`; empty when nothing is known. */
function describe({ health }: Judged): string {
  const why = [health.status, health.message].filter((part) => part !== '').join(': ');
  return why === '' ? '' : ` (${why})`;
}

function failuresOf(spec: KubernetesCheck, judged: readonly Judged[]): string[] {
  const failures: string[] = [];
  for (const entry of judged) {
    const name = objectName(entry.object);
    if (spec.healthy && entry.health.health !== 'healthy')
      failures.push(`${name} is not healthy but ${entry.health.health}${describe(entry)}`);
    if (spec.ready && !entry.health.ready) failures.push(`${name} is not ready${describe(entry)}`);
  }
  return failures;
}

async function run(spec: KubernetesCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.kind) throw new InvalidCheckError('kubernetes needs a kind');
  const cluster = await openCluster(spec, context);
  let objects: KubernetesObject[];
  try {
    const kind = await cluster.findKind(spec.kind, spec.apiVersion, context.signal);
    const selectors = { namespaces: spec.namespaceSelector, objects: spec.resource, ignore: spec.ignore };
    objects = await selectObjects(cluster, kind, selectors, context.clock.now(), context.signal);
  } catch (error) {
    throw clusterFailure(error, context);
  }
  const nowMs = context.clock.now().getTime();
  const judged = objects.map((object) => ({ object: withoutManagedFields(object), health: kubernetesHealth(object, nowMs) }));
  for (const { object } of judged) hideSecret(object, context);
  const failures = failuresOf(spec, judged);
  if (judged.length === 0 && !hasTemplate(spec.test)) failures.push(`no ${spec.kind} was found`);
  return {
    failures,
    data: {
      results: judged.map(({ object, health }) => ({ Object: { ...object, healthStatus: health }, healthStatus: health })),
    },
    detail: judged.map(({ object, health }) => {
      const { name, namespace } = object.metadata;
      return { kind: object.kind, ...(namespace === undefined ? {} : { namespace }), name, ...health };
    }),
  };
}

export const probe = defineProbe(kubernetesKind, { run });
