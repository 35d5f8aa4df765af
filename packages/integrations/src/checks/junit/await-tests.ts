import { kubernetesHealth } from '@quarterdeck/expressions';
import { isPlainObject } from '../../canary/plain-object.ts';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { awaitPod, describeHealth } from '../pod-trial/await-pod.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';
import type { TestPod } from './test-pod.ts';

function statusesOf(pod: KubernetesObject, key: 'initContainerStatuses' | 'containerStatuses'): Record<string, unknown>[] {
  const list = isPlainObject(pod.status) ? pod.status[key] : undefined;
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}

/** Exit code of a container that has ended; undefined while it has not. */
function exitCodeOf(status: Record<string, unknown> | undefined): number | undefined {
  const state = isPlainObject(status?.state) ? status.state : {};
  const code = isPlainObject(state.terminated) ? state.terminated.exitCode : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** Waits until the tests have ended and gives their exit code. Rejects with ProbeFailedError when they cannot run or take too long. */
export async function awaitTests(
  cluster: KubernetesCluster,
  tests: TestPod,
  timeoutMs: number,
  context: ProbeContext,
): Promise<number> {
  let exitCode: number | undefined;
  const isReached = (pod: KubernetesObject) => {
    exitCode = exitCodeOf(statusesOf(pod, 'containerStatuses').find(({ name }) => name === tests.container));
    if (exitCode !== undefined) return true;
    const failed = statusesOf(pod, 'initContainerStatuses').find((status) => (exitCodeOf(status) ?? 0) !== 0);
    if (failed !== undefined)
      throw new ProbeFailedError(`the container ${String(failed.name)} ended with exit code ${exitCodeOf(failed)}`);
    const health = kubernetesHealth(pod, context.clock.now().getTime());
    const isBroken = isPlainObject(pod.status) && (pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded');
    if (isBroken || brokenImage(pod)) throw new ProbeFailedError(`pod is not healthy: ${describeHealth(health)}`);
    return false;
  };
  await awaitPod(cluster, tests.pod, { isReached, what: 'done', timeoutMs }, context);
  return exitCode ?? 0;
}

/** An image or a configuration that is wrong will not get better while we wait. */
function brokenImage(pod: KubernetesObject): boolean {
  const statuses = [...statusesOf(pod, 'initContainerStatuses'), ...statusesOf(pod, 'containerStatuses')];
  return statuses.some((status) => {
    const waiting = isPlainObject(status.state) && isPlainObject(status.state.waiting) ? status.state.waiting : {};
    return ['ImagePullBackOff', 'InvalidImageName', 'CreateContainerConfigError', 'CreateContainerError'].includes(
      String(waiting.reason),
    );
  });
}
