import { healthOf, type KubernetesHealth } from './health-model.ts';
import { countAt, findCondition, listAt, textAt, timeAt, valueAt } from './read-object.ts';

const SHORTEST_START_MS = 60_000;

interface Replicas {
  desired: number;
  current: number;
  ready: number;
  updated: number;
}

function startSeconds(probe: unknown): number {
  if (probe === undefined) return 0;
  const delay = countAt(probe, 'initialDelaySeconds') ?? 0;
  return delay + (countAt(probe, 'periodSeconds') ?? 10) * (countAt(probe, 'failureThreshold') ?? 3);
}

/** How long the slowest container may take to become ready, by its probes. */
function startLimitMs(object: unknown): number {
  const containers = listAt(object, 'spec', 'template', 'spec', 'containers');
  const seconds = containers.flatMap((container) =>
    ['startupProbe', 'readinessProbe'].map((probe) => startSeconds(valueAt(container, probe))),
  );
  return Math.max(SHORTEST_START_MS, ...seconds.map((value) => value * 1000));
}

function describeReplicas({ desired, current, ready, updated }: Replicas): string {
  const parts = [`${ready}/${desired} ready`];
  if (current > updated) parts.push(`${current - updated} updating`);
  if (current > desired) parts.push(`${current - desired} terminating`);
  return parts.join(', ');
}

/** The word for where the replicas are on their way to what is wanted. */
function rolloutStatus({ desired, current, ready, updated }: Replicas, isStarting: boolean, isAvailable: boolean): string {
  if (ready === desired && current === desired && updated === desired) return 'Running';
  if (desired === 0) return 'Scaling Down';
  if (current === 0) return 'Pending';
  if (ready === 0 && isStarting) return 'Starting';
  if (ready === 0 && !isAvailable) return 'CrashLoopBackOff';
  if (updated !== desired) return 'Rolling Out';
  if (current > desired) return 'Scaling Down';
  return current < desired ? 'Scaling Up' : 'Starting';
}

function replicaHealth(object: unknown, replicas: Replicas, nowMs: number): KubernetesHealth {
  const message = describeReplicas(replicas);
  const failure = findCondition(object, 'ReplicaFailure');
  if (failure?.status === 'True') return healthOf('unhealthy', 'Failed Create', true, failure.message);
  const { desired, current, ready, updated } = replicas;
  if (desired === 0 && current === 0) return healthOf('unknown', 'Scaled to Zero', true, message);
  const isStarting = nowMs - (timeAt(object, 'metadata', 'creationTimestamp') ?? 0) < startLimitMs(object);
  const available = findCondition(object, 'Available');
  const isAvailable = available === undefined ? ready > 0 && ready >= desired : available.status === 'True';
  const isSettled = ready === desired && current === desired && updated === desired;
  if (findCondition(object, 'Progressing')?.reason === 'ProgressDeadlineExceeded')
    return healthOf(isAvailable ? 'warning' : 'unhealthy', 'Rollout Failed', true, message);
  const status = rolloutStatus(replicas, isStarting, isAvailable);
  const health = isAvailable ? 'healthy' : isStarting || current === 0 ? 'unknown' : ready > 0 ? 'warning' : 'unhealthy';
  return healthOf(health, status, isSettled, message);
}

/** False while the controller has not seen the newest specification. */
function isObserved(object: unknown): boolean {
  const generation = countAt(object, 'metadata', 'generation');
  const observed = countAt(object, 'status', 'observedGeneration');
  return generation === undefined || (observed ?? 0) >= generation;
}

function observed(object: unknown, health: KubernetesHealth): KubernetesHealth {
  return isObserved(object) ? health : { ...health, ready: false, status: 'Pending', message: 'the change is not seen yet' };
}

/** Deployment, StatefulSet and ReplicaSet. */
export function replicatedHealth(object: unknown, nowMs: number): KubernetesHealth {
  const kind = textAt(object, 'kind');
  const desired = countAt(object, 'spec', 'replicas') ?? 1;
  const current = countAt(object, 'status', 'replicas') ?? 0;
  const updated = countAt(object, 'status', 'updatedReplicas') ?? 0;
  // A StatefulSet that updates on delete, and every ReplicaSet, has no updated replicas to wait for.
  const hasUpdates =
    kind === 'Deployment' || (kind === 'StatefulSet' && textAt(object, 'spec', 'updateStrategy', 'type') !== 'OnDelete');
  const replicas = {
    desired,
    current,
    ready: countAt(object, 'status', 'readyReplicas') ?? 0,
    updated: hasUpdates ? updated : current,
  };
  const health = observed(object, replicaHealth(object, replicas, nowMs));
  return valueAt(object, 'spec', 'paused') === true ? { ...health, status: 'Suspended', ready: false } : health;
}

export function daemonSetHealth(object: unknown, nowMs: number): KubernetesHealth {
  const replicas = {
    desired: countAt(object, 'status', 'desiredNumberScheduled') ?? 0,
    current: countAt(object, 'status', 'currentNumberScheduled') ?? 0,
    ready: countAt(object, 'status', 'numberReady') ?? 0,
    updated:
      textAt(object, 'spec', 'updateStrategy', 'type') === 'OnDelete'
        ? (countAt(object, 'status', 'currentNumberScheduled') ?? 0)
        : (countAt(object, 'status', 'updatedNumberScheduled') ?? 0),
  };
  return observed(object, replicaHealth(object, replicas, nowMs));
}

export function jobHealth(job: unknown): KubernetesHealth {
  const failed = findCondition(job, 'Failed');
  if (failed?.status === 'True') return healthOf('unhealthy', 'Failed', true, failed.message);
  const complete = findCondition(job, 'Complete');
  if (complete?.status === 'True') return healthOf('healthy', 'Completed', true, complete.message);
  if (findCondition(job, 'Suspended')?.status === 'True' || valueAt(job, 'spec', 'suspend') === true)
    return healthOf('healthy', 'Suspended', false, findCondition(job, 'Suspended')?.message);
  const active = countAt(job, 'status', 'active') ?? 0;
  const lost = countAt(job, 'status', 'failed') ?? 0;
  if (active === 0 && lost === 0) return healthOf('unknown', 'Pending', false);
  return healthOf(lost > 0 ? 'warning' : 'healthy', 'Running', false, lost > 0 ? `${lost} pods failed` : '');
}

/** A CronJob is judged by its newest run: the last success must not be older than the last start. */
export function cronJobHealth(cronJob: unknown): KubernetesHealth {
  if (valueAt(cronJob, 'spec', 'suspend') === true) return healthOf('healthy', 'Suspended', true);
  if (listAt(cronJob, 'status', 'active').length > 0) return healthOf('healthy', 'Running', true);
  const started = timeAt(cronJob, 'status', 'lastScheduleTime');
  if (started === undefined) return healthOf('unknown', 'Pending', true, 'has not run yet');
  const succeeded = timeAt(cronJob, 'status', 'lastSuccessfulTime');
  if (succeeded === undefined) return healthOf('unhealthy', 'Failed', true, 'no run has succeeded yet');
  return succeeded >= started
    ? healthOf('healthy', 'Completed', true)
    : healthOf('unhealthy', 'Failed', true, `the last success was at ${new Date(succeeded).toISOString()}, before the last run`);
}
