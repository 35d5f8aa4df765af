import { describe, expect, it } from 'vitest';
import { kubernetesHealth } from './health.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const EARLIER = '2026-03-01T08:00:00Z';

function pod(status: object, spec: object = {}): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', creationTimestamp: EARLIER }, spec, status };
}

const ready = [{ type: 'Ready', status: 'True' }];
const waiting = (reason: string, message = '') => [{ name: 'app', restartCount: 5, state: { waiting: { reason, message } } }];
const restarted = (finishedAt: string) => [
  { name: 'app', restartCount: 5, state: { running: {} }, lastState: { terminated: { reason: 'OOMKilled', finishedAt } } },
];

describe('health of a pod', () => {
  it.each([
    ['runs and is ready', pod({ phase: 'Running', conditions: ready }), 'healthy', 'Running', true],
    ['has ended well', pod({ phase: 'Succeeded' }, { restartPolicy: 'Never' }), 'healthy', 'Completed', true],
    ['is not ready yet', pod({ phase: 'Running' }), 'unknown', 'Starting', false],
    ['waits', pod({ phase: 'Pending' }), 'unknown', 'Pending', false],
    [
      'cannot pull',
      pod({ phase: 'Pending', containerStatuses: waiting('ImagePullBackOff') }),
      'unhealthy',
      'ImagePullBackOff',
      false,
    ],
    [
      'keeps crashing',
      pod({ phase: 'Running', containerStatuses: waiting('CrashLoopBackOff') }),
      'unhealthy',
      'CrashLoopBackOff',
      false,
    ],
    ['is being created', pod({ phase: 'Pending', containerStatuses: waiting('ContainerCreating') }), 'unknown', 'Pending', false],
    [
      'restarted lately',
      pod({ phase: 'Running', conditions: ready, containerStatuses: restarted('2026-03-01T11:50:00Z') }),
      'unhealthy',
      'OOMKilled',
      false,
    ],
    [
      'restarted long ago',
      pod({ phase: 'Running', conditions: ready, containerStatuses: restarted(EARLIER) }),
      'warning',
      'OOMKilled',
      false,
    ],
    ['was evicted', pod({ phase: 'Failed', reason: 'Evicted' }), 'warning', 'Evicted', true],
    [
      'has no place',
      pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] }),
      'unhealthy',
      'Unschedulable',
      false,
    ],
  ])('that %s', (_what, object, health, status, isReady) => {
    expect(kubernetesHealth(object, NOW)).toMatchObject({ health, status, ready: isReady });
  });

  it('tells the exit code of a failed pod', () => {
    const status = { phase: 'Failed', containerStatuses: [{ name: 'app', state: { terminated: { exitCode: 3 } } }] };
    expect(kubernetesHealth(pod(status, { restartPolicy: 'Never' }), NOW)).toEqual({
      health: 'unhealthy',
      status: 'Error',
      message: 'container "app" failed with exit code 3',
      ready: true,
    });
  });

  it('is unknown while it terminates and a warning when it does not get to an end', () => {
    const deleted = (deletionTimestamp: string) => ({ kind: 'Pod', apiVersion: 'v1', metadata: { deletionTimestamp } });
    expect(kubernetesHealth(deleted('2026-03-01T11:59:00Z'), NOW)).toMatchObject({ health: 'unknown', status: 'Terminating' });
    expect(kubernetesHealth(deleted(EARLIER), NOW)).toMatchObject({ health: 'warning', status: 'Terminating', ready: false });
  });
});

function deployment(desired: number, status: object, metadata: object = {}, spec: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { creationTimestamp: EARLIER, ...metadata },
    spec: { replicas: desired, ...spec },
    status,
  };
}
const counts = (replicas: number, readyReplicas: number, updatedReplicas: number) => ({
  replicas,
  readyReplicas,
  updatedReplicas,
});

describe('health of a workload', () => {
  it.each([
    ['all replicas ready', deployment(2, counts(2, 2, 2)), 'healthy', 'Running', true],
    ['one of two ready', deployment(2, counts(2, 1, 2)), 'warning', 'Starting', false],
    ['none ready', deployment(2, counts(2, 0, 2)), 'unhealthy', 'CrashLoopBackOff', false],
    [
      'none ready right after it was created',
      deployment(1, counts(1, 0, 1), { creationTimestamp: '2026-03-01T11:59:30Z' }),
      'unknown',
      'Starting',
      false,
    ],
    ['scaled to zero', deployment(0, {}), 'unknown', 'Scaled to Zero', true],
    [
      'rolling out',
      deployment(3, { ...counts(4, 3, 1), conditions: [{ type: 'Available', status: 'True' }] }),
      'healthy',
      'Rolling Out',
      false,
    ],
    ['paused', deployment(1, counts(1, 1, 1), {}, { paused: true }), 'healthy', 'Suspended', false],
    [
      'a change that the controller has not seen',
      deployment(1, { ...counts(1, 1, 1), observedGeneration: 1 }, { generation: 2 }),
      'healthy',
      'Pending',
      false,
    ],
    [
      'a rollout that takes too long',
      deployment(1, {
        ...counts(1, 0, 1),
        conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
      }),
      'unhealthy',
      'Rollout Failed',
      true,
    ],
    [
      'no quota',
      deployment(1, { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'quota' }] }),
      'unhealthy',
      'Failed Create',
      true,
    ],
  ])('with %s', (_what, object, health, status, isReady) => {
    expect(kubernetesHealth(object, NOW)).toMatchObject({ health, status, ready: isReady });
  });

  it('of a DaemonSet counts nodes', () => {
    const status = { desiredNumberScheduled: 3, currentNumberScheduled: 3, numberReady: 2, updatedNumberScheduled: 3 };
    const object = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { creationTimestamp: EARLIER }, status };
    expect(kubernetesHealth(object, NOW)).toMatchObject({ health: 'warning', message: '2/3 ready', ready: false });
  });

  it.each([
    ['complete', { conditions: [{ type: 'Complete', status: 'True' }] }, 'healthy', 'Completed', true],
    ['failed', { conditions: [{ type: 'Failed', status: 'True', message: 'limit' }] }, 'unhealthy', 'Failed', true],
    ['running', { active: 1 }, 'healthy', 'Running', false],
    ['running after a failure', { active: 1, failed: 1 }, 'warning', 'Running', false],
  ])('of a job that is %s', (_what, status, health, word, isReady) => {
    expect(kubernetesHealth({ apiVersion: 'batch/v1', kind: 'Job', status }, NOW)).toMatchObject({
      health,
      status: word,
      ready: isReady,
    });
  });

  it.each([
    ['succeeded', { lastScheduleTime: EARLIER, lastSuccessfulTime: '2026-03-01T08:00:05Z' }, 'healthy'],
    ['failed', { lastScheduleTime: EARLIER, lastSuccessfulTime: '2026-03-01T07:00:05Z' }, 'unhealthy'],
    ['never succeeded', { lastScheduleTime: EARLIER }, 'unhealthy'],
    ['has not started', {}, 'unknown'],
    ['runs', { lastScheduleTime: EARLIER, active: [{ name: 'a' }] }, 'healthy'],
  ])('of a CronJob whose newest run %s', (_what, status, health) => {
    expect(kubernetesHealth({ apiVersion: 'batch/v1', kind: 'CronJob', status }, NOW)).toMatchObject({ health });
  });
});

describe('health of other kinds', () => {
  it.each([
    [
      'a node under pressure',
      'v1',
      'Node',
      { conditions: [...ready, { type: 'DiskPressure', status: 'True' }] },
      'warning',
      true,
    ],
    ['a node that is gone', 'v1', 'Node', { conditions: [{ type: 'Ready', status: 'Unknown' }] }, 'unhealthy', false],
    ['a bound claim', 'v1', 'PersistentVolumeClaim', { phase: 'Bound' }, 'healthy', true],
    ['an active namespace', 'v1', 'Namespace', { phase: 'Active' }, 'healthy', true],
    ['an ingress without address', 'networking.k8s.io/v1', 'Ingress', {}, 'unknown', false],
    ['a ready Flux release', 'helm.toolkit.fluxcd.io/v2', 'HelmRelease', { conditions: ready }, 'healthy', true],
    [
      'a stalled Flux release',
      'helm.toolkit.fluxcd.io/v2',
      'HelmRelease',
      { conditions: [{ type: 'Stalled', status: 'True' }] },
      'unhealthy',
      true,
    ],
    ['a degraded Argo application', 'argoproj.io/v1alpha1', 'Application', { health: { status: 'Degraded' } }, 'unhealthy', true],
    ['an expired certificate', 'cert-manager.io/v1', 'Certificate', { notAfter: EARLIER, conditions: ready }, 'unhealthy', true],
    ['a config map', 'v1', 'ConfigMap', undefined, 'unknown', true],
    ['a custom object that failed', 'example.com/v1', 'Database', { phase: 'Failed' }, 'unhealthy', true],
  ])('%s', (_what, apiVersion, kind, status, health, isReady) => {
    expect(kubernetesHealth({ apiVersion, kind, status }, NOW)).toMatchObject({ health, ready: isReady });
  });

  it('is unhealthy for what is no object', () => {
    expect(kubernetesHealth('x', NOW)).toMatchObject({ health: 'unhealthy', message: 'Invalid spec' });
  });
});
