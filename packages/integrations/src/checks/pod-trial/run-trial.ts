import { kubernetesHealth } from '@quarterdeck/expressions';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';
import type { MetricSample } from '../result.ts';
import { askPod } from './ask-pod.ts';
import { awaitPod, isScheduled } from './await-pod.ts';
import { TRIAL_DEFAULTS, type TrialSpec } from './trial-fields.ts';
import { trialIngress, trialService } from './trial-objects.ts';

/** Milliseconds of the parts of a trial. */
export type TrialTimes = Partial<
  Record<'schedule_time' | 'creation_time' | 'delete_time' | 'ingress_time' | 'request_time', number>
>;

/** The times as histograms with the name of the check. Source: health-checks §2.18. */
export function trialMetrics(times: TrialTimes, label: 'podCheck' | 'namespaceCheck', name: string): MetricSample[] {
  return Object.entries(times).map(([metric, value]) => ({
    name: metric,
    type: 'histogram' as const,
    value,
    labels: { [label]: name },
  }));
}

function targetOf(pod: KubernetesObject, spec: TrialSpec): URL {
  const host = spec.ingressHost || `${pod.metadata.name}.${pod.metadata.namespace}.svc:${spec.port}`;
  return new URL(`http://${host}/${(spec.path ?? '').replace(/^\/+/, '')}`);
}

/**
 * Starts a pod and, when it has a port, asks it through a service and perhaps an ingress. `created` grows by each object before it is made, so
 * that the caller can remove them whatever happens. Rejects with ProbeFailedError or KubernetesError.
 */
export async function runTrial(
  cluster: KubernetesCluster,
  pod: KubernetesObject,
  options: { spec: TrialSpec; selector: Record<string, string>; created: KubernetesObject[] },
  context: ProbeContext,
): Promise<TrialTimes> {
  const { spec, selector, created } = options;
  const { signal, clock } = context;
  const endMs = clock.monotonicMs() + (spec.deadline ?? TRIAL_DEFAULTS.deadline);
  const within = (ms: number) => Math.max(0, Math.min(ms, endMs - clock.monotonicMs()));
  const make = async (object: KubernetesObject) => {
    created.push(object);
    return await cluster.create(object, signal);
  };
  const startMs = clock.monotonicMs();
  const made = await make(pod);
  const scheduled = await awaitPod(
    cluster,
    made,
    { isReached: isScheduled, what: 'scheduled', timeoutMs: within(spec.scheduleTimeout ?? TRIAL_DEFAULTS.scheduleTimeout) },
    context,
  );
  const isReady = (now: KubernetesObject) => {
    const health = kubernetesHealth(now, clock.now().getTime());
    if (health.ready && health.health === 'unhealthy')
      throw new ProbeFailedError(`the pod ${pod.metadata.name} failed: ${health.message}`);
    return health.ready;
  };
  const timeoutMs = within(spec.readyTimeout ?? TRIAL_DEFAULTS.readyTimeout);
  await awaitPod(cluster, made, { isReached: isReady, what: 'ready', timeoutMs }, context);
  const times: TrialTimes = { schedule_time: scheduled.tookMs, creation_time: clock.monotonicMs() - startMs };
  if (spec.port === undefined) return times;
  await make(trialService(pod, spec.port, selector));
  const ingress = trialIngress(pod, spec);
  if (ingress !== undefined) await make(ingress);
  const patienceMs = (spec.ingressTimeout ?? TRIAL_DEFAULTS.ingressTimeout) + (spec.httpTimeout ?? TRIAL_DEFAULTS.httpTimeout);
  const asked = await askPod(targetOf(pod, spec), spec, within(patienceMs), context);
  return { ...times, ingress_time: asked.reachedMs, request_time: asked.requestMs };
}

/** The time limit of a whole check. */
export function trialTimeoutMs(spec: TrialSpec): number {
  return (spec.deadline ?? TRIAL_DEFAULTS.deadline) + (spec.deleteTimeout ?? TRIAL_DEFAULTS.deleteTimeout) + 5000;
}
