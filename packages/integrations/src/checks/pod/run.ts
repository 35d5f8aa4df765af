import { checkNamespace } from '../../canary/labels.ts';
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
import { nextNode } from './next-node.ts';
import { type PodCheck, podKind } from './spec.ts';

/** Kinds that a trial may leave behind. */
const KINDS = [
  { apiVersion: 'v1', kind: 'Pod' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' },
];

async function clear(cluster: KubernetesCluster, namespace: string, context: ProbeContext): Promise<void> {
  const places = KINDS.map((kind) => ({ ...kind, metadata: { name: '', namespace } }));
  const left = await findLeftovers(cluster, places, ownSelector(context), context.signal);
  await removeObjects(cluster, left, { waits: true, signal: context.signal });
}

/** Removes what was created, and waits until the pod is gone; gives the milliseconds. */
async function remove(
  cluster: KubernetesCluster,
  created: readonly KubernetesObject[],
  spec: PodCheck,
  context: ProbeContext,
): Promise<number> {
  const startMs = context.clock.monotonicMs();
  const signal = AbortSignal.timeout(spec.deleteTimeout ?? TRIAL_DEFAULTS.deleteTimeout);
  await removeObjects(cluster, created, { waits: false, signal });
  await waitUntilGone(cluster, created, signal);
  return context.clock.monotonicMs() - startMs;
}

async function trial(
  spec: PodCheck,
  pod: KubernetesObject,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const own = checkNamespace(context.canary, context.check);
  const namespace = context.check.spec.namespace ? own : (pod.metadata.namespace ?? own);
  await clear(cluster, namespace, context);
  const selector = { podCheck: labelValue(context.check.name), ...ownLabels(context) };
  const node = spec.roundRobinNodes ? await nextNode(cluster, context) : undefined;
  const created: KubernetesObject[] = [];
  const removeCreated = () => remove(cluster, created, spec, context);
  const times = await runTrial(
    cluster,
    trialPod(pod, spec, { namespace, labels: selector, node }),
    { spec, selector, created },
    context,
  ).catch(async (error: unknown) => {
    await removeCreated().catch((problem: unknown) => context.warn(`the pod was not removed: ${String(problem)}`));
    throw error;
  });
  const failures: string[] = [];
  const deleteMs = await removeCreated().catch((error: unknown) => {
    failures.push(`the pod was not removed within its time: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  const all = deleteMs === undefined ? times : { ...times, delete_time: deleteMs };
  return { failures, detail: all, metrics: trialMetrics(all, 'podCheck', context.check.name) };
}

async function run(spec: PodCheck, context: ProbeContext): Promise<ProbeOutcome> {
  if (!spec.spec?.trim()) throw new InvalidCheckError('pod needs a spec');
  const pod = readPod(spec.spec, 'spec');
  const cluster = await openCluster(spec, context);
  try {
    return await trial(spec, pod, cluster, context);
  } catch (error) {
    throw clusterFailure(error, context);
  }
}

export const probe = defineProbe(podKind, { run, timeoutMs: trialTimeoutMs });
