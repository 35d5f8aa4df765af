import { healthOf, type KubernetesHealth } from './health-model.ts';
import { conditionsOf, countAt, findCondition, listAt, textAt, timeAt, valueAt } from './read-object.ts';

const RECENT_RESTART_MS = 30 * 60_000;
/** Restarts up to this number count as ordinary. */
const USUAL_RESTARTS = 2;

/** A container that waits because of an error such as ImagePullBackOff, ErrImagePull or CreateContainerConfigError. */
function waitingError(container: unknown): KubernetesHealth | undefined {
  const reason = textAt(container, 'state', 'waiting', 'reason');
  if (!/^Err|Error$|BackOff$/.test(reason)) return undefined;
  return healthOf('unhealthy', reason, false, textAt(container, 'state', 'waiting', 'message'));
}

/** A container that keeps restarting although it runs at the moment. */
function restarting(container: unknown, nowMs: number): KubernetesHealth | undefined {
  const last = valueAt(container, 'lastState', 'terminated');
  if (last === undefined || (countAt(container, 'restartCount') ?? 0) <= USUAL_RESTARTS) return undefined;
  const endedMs = timeAt(last, 'finishedAt') ?? nowMs;
  const health = nowMs - endedMs < RECENT_RESTART_MS ? 'unhealthy' : 'warning';
  return healthOf(health, textAt(last, 'reason') || 'Restarting', false, textAt(last, 'message'));
}

function containerTrouble(pod: unknown, nowMs: number): KubernetesHealth | undefined {
  const containers = listAt(pod, 'status', 'containerStatuses');
  const waiting = containers.map(waitingError).filter((found) => found !== undefined);
  const again = containers.map((container) => restarting(container, nowMs)).find((found) => found !== undefined);
  const [first] = waiting;
  if (first === undefined) return again;
  const messages = [...new Set(waiting.map(({ message }) => message).filter((message) => message !== ''))];
  return { ...first, message: messages.join(', ') };
}

function exitMessage(container: unknown): string {
  const ended = valueAt(container, 'state', 'terminated');
  const message = textAt(ended, 'message');
  if (message !== '') return message;
  if (textAt(ended, 'reason') === 'OOMKilled') return 'OOMKilled';
  const code = countAt(ended, 'exitCode') ?? 0;
  return code === 0 ? '' : `container "${textAt(container, 'name')}" failed with exit code ${code}`;
}

function failedPod(pod: unknown): KubernetesHealth {
  const containers = [...listAt(pod, 'status', 'initContainerStatuses'), ...listAt(pod, 'status', 'containerStatuses')];
  const message = textAt(pod, 'status', 'message') || containers.map(exitMessage).find((found) => found !== '') || '';
  return healthOf('unhealthy', 'Error', true, message);
}

function pendingPod(pod: unknown): KubernetesHealth {
  const statuses = [...listAt(pod, 'status', 'initContainerStatuses'), ...listAt(pod, 'status', 'containerStatuses')];
  const waiting = statuses.map(waitingError).find((found) => found !== undefined);
  if (waiting !== undefined) return waiting;
  const unschedulable = conditionsOf(pod).find((condition) => condition.reason === 'Unschedulable');
  if (unschedulable !== undefined) return healthOf('unhealthy', 'Unschedulable', false, unschedulable.message);
  return healthOf('unknown', 'Pending', false, textAt(pod, 'status', 'message'));
}

function runningPod(pod: unknown, restarts: boolean): KubernetesHealth {
  const isReady = findCondition(pod, 'Ready')?.status === 'True';
  const message = textAt(pod, 'status', 'message');
  if (isReady) return healthOf('healthy', 'Running', true, message);
  const ended = listAt(pod, 'status', 'containerStatuses')
    .map((container) => valueAt(container, restarts ? 'lastState' : 'state', 'terminated'))
    .find((found) => found !== undefined && found !== null);
  if (ended !== undefined) {
    const reason = textAt(ended, 'reason') || 'Error';
    return healthOf(reason === 'Completed' ? 'unknown' : 'unhealthy', reason, false, textAt(ended, 'message'));
  }
  const notReady = findCondition(pod, 'Ready')?.message ?? '';
  return healthOf('unknown', 'Starting', false, message || notReady);
}

/** Health of a Pod by its phase, its containers and its restart policy. */
export function podHealth(pod: unknown, nowMs: number): KubernetesHealth {
  if (textAt(pod, 'status', 'reason') === 'Evicted')
    return healthOf('warning', 'Evicted', true, textAt(pod, 'status', 'message'));
  const restarts = (textAt(pod, 'spec', 'restartPolicy') || 'Always') === 'Always';
  const trouble = restarts ? containerTrouble(pod, nowMs) : undefined;
  if (trouble !== undefined) return trouble;
  switch (textAt(pod, 'status', 'phase')) {
    case 'Pending':
      return pendingPod(pod);
    case 'Running':
      return runningPod(pod, restarts);
    case 'Succeeded':
      return healthOf('healthy', 'Completed', true, textAt(pod, 'status', 'message'));
    case 'Failed':
      return failedPod(pod);
    default:
      return healthOf('unknown', 'Unknown', false, textAt(pod, 'status', 'message'));
  }
}
