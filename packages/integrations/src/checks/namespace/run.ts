import { randomBytes } from 'node:crypto';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { clusterFailure, openCluster } from '../open-cluster.ts';
import { labelValue, ownLabels, ownSelector } from '../own-labels.ts';
import { readPod } from '../pod-trial/read-pod.ts';
import { runTrial, trialMetrics, trialTimeoutMs } from '../pod-trial/run-trial.ts';
import { TRIAL_DEFAULTS } from '../pod-trial/trial-fields.ts';
import { trialPod } from '../pod-trial/trial-objects.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { findLeftovers, removeObjects, waitUntilGone } from '../remove-objects.ts';
import { type NamespaceCheck, namespaceKind } from './spec.ts';

function newNamespace(spec: NamespaceCheck, labels: Record<string, string>): KubernetesObject {
  const name = `${spec.namespaceNamePrefix ?? 'canary-'}${randomBytes(4).toString('hex')}`;
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      labels: { ...spec.namespaceLabels, ...labels },
      ...(spec.namespaceAnnotations === undefined ? {} : { annotations: spec.namespaceAnnotations }),
    },
  };
}

/** Removes the namespace with everything in it, and waits until it is gone; gives the milliseconds. */
async function remove(
  cluster: KubernetesCluster,
  namespace: KubernetesObject,
  spec: NamespaceCheck,
  context: ProbeContext,
): Promise<number> {
  const startMs = context.clock.monotonicMs();
  const signal = AbortSignal.timeout(spec.deleteTimeout ?? TRIAL_DEFAULTS.deleteTimeout);
  await removeObjects(cluster, [namespace], { waits: false, signal });
  await waitUntilGone(cluster, [namespace], signal);
  return context.clock.monotonicMs() - startMs;
}

async function trial(
  spec: NamespaceCheck,
  pod: KubernetesObject,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const labels = { namespaceCheck: labelValue(context.check.name), ...ownLabels(context) };
  const namespace = newNamespace(spec, labels);
  const left = await findLeftovers(cluster, [namespace], ownSelector(context), context.signal);
  await removeObjects(cluster, left, { waits: false, signal: context.signal });
  const placed = trialPod(pod, spec, { namespace: namespace.metadata.name, labels });
  const work = async () => {
    await cluster.create(namespace, context.signal);
    return await runTrial(cluster, placed, { spec, selector: labels, created: [] }, context);
  };
  const times = await work().catch(async (error: unknown) => {
    await remove(cluster, namespace, spec, context).catch((problem: unknown) =>
      context.warn(`the namespace ${namespace.metadata.name} was not removed: ${String(problem)}`),
    );
    throw error;
  });
  const failures: string[] = [];
  const deleteMs = await remove(cluster, namespace, spec, context).catch((error: unknown) => {
    failures.push(`the namespace was not removed within its time: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  const all = deleteMs === undefined ? times : { ...times, delete_time: deleteMs };
  return { failures, detail: all, metrics: trialMetrics(all, 'namespaceCheck', context.check.name) };
}

async function run(spec: NamespaceCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.podSpec?.trim()) throw new InvalidCheckError('namespace needs a podSpec');
  const pod = readPod(spec.podSpec, 'podSpec');
  const cluster = await openCluster(spec, context);
  try {
    return await trial(spec, pod, cluster, context);
  } catch (error) {
    throw clusterFailure(error, context);
  }
}

export const probe = defineProbe(namespaceKind, { run, timeoutMs: trialTimeoutMs });
