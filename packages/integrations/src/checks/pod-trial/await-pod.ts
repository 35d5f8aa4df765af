import { setTimeout as sleep } from 'node:timers/promises';
import { type KubernetesHealth, kubernetesHealth } from '@quarterdeck/expressions';
import { isPlainObject } from '../../canary/plain-object.ts';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import { type KubernetesObject, refOf } from '../../kubernetes/objects.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';

const LOOK_EVERY_MS = 200;

/** True when the pod has a place to run. */
export function isScheduled(pod: KubernetesObject): boolean {
  return isPlainObject(pod.spec) && typeof pod.spec.nodeName === 'string' && pod.spec.nodeName !== '' ? true : hasStarted(pod);
}

function hasStarted(pod: KubernetesObject): boolean {
  return isPlainObject(pod.status) && ['Running', 'Succeeded', 'Failed'].includes(String(pod.status.phase));
}

/** `Status: message` of a pod's health. */
export function describeHealth({ status, message }: KubernetesHealth): string {
  return [status, message].filter((part) => part !== '').join(': ');
}

/**
 * Looks at a pod until it is as wanted; gives it and the milliseconds that took. Rejects with ProbeFailedError when it vanishes, or when the
 * time is over.
 */
export async function awaitPod(
  cluster: KubernetesCluster,
  pod: KubernetesObject,
  wanted: { isReached(pod: KubernetesObject): boolean; what: string; timeoutMs: number },
  context: ProbeContext,
): Promise<{ pod: KubernetesObject; tookMs: number }> {
  const startMs = context.clock.monotonicMs();
  for (;;) {
    const now = await cluster.get(refOf(pod), context.signal);
    const tookMs = context.clock.monotonicMs() - startMs;
    if (now === undefined) throw new ProbeFailedError(`the pod ${pod.metadata.name} is gone before it was ${wanted.what}`);
    if (wanted.isReached(now)) return { pod: now, tookMs };
    if (tookMs >= wanted.timeoutMs) {
      const health = describeHealth(kubernetesHealth(now, context.clock.now().getTime()));
      throw new ProbeFailedError(
        `the pod ${pod.metadata.name} was not ${wanted.what} within ${Math.round(wanted.timeoutMs)} ms (${health})`,
      );
    }
    await sleep(Math.min(LOOK_EVERY_MS, wanted.timeoutMs - tookMs), undefined, { signal: context.signal });
  }
}
