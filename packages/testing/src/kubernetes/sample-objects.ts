import type { Json } from './json.ts';

const STARTED = '2026-01-05T08:00:00Z';

/** Status of a pod whose only container is up. */
export function runningStatus(container = 'app'): Json {
  return {
    phase: 'Running',
    podIP: '127.0.0.1',
    startTime: STARTED,
    conditions: [
      { type: 'PodScheduled', status: 'True', lastTransitionTime: STARTED },
      { type: 'Initialized', status: 'True', lastTransitionTime: STARTED },
      { type: 'ContainersReady', status: 'True', lastTransitionTime: STARTED },
      { type: 'Ready', status: 'True', lastTransitionTime: STARTED },
    ],
    containerStatuses: [{ name: container, ready: true, restartCount: 0, state: { running: { startedAt: STARTED } } }],
  };
}

export function podObject(name: string, namespace: string, labels: Record<string, string> = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels, creationTimestamp: STARTED },
    spec: {
      nodeName: 'node-a',
      restartPolicy: 'Always',
      containers: [{ name: 'app', image: 'registry.test/shop/web:1', resources: { limits: { cpu: '500m', memory: '128Mi' } } }],
    },
    status: runningStatus(),
  };
}

/** A pod that keeps crashing. */
export function failedPodObject(name: string, namespace: string, labels: Record<string, string> = {}): Json {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' };
  return {
    ...podObject(name, namespace, labels),
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False' }],
      containerStatuses: [{ name: 'app', ready: false, restartCount: 12, state: { waiting } }],
    },
  };
}

export function deploymentObject(name: string, namespace: string, ready: number, desired: number): Json {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, creationTimestamp: STARTED, generation: 1 },
    spec: { replicas: desired, template: { spec: { containers: [{ name: 'app', image: 'registry.test/shop/web:1' }] } } },
    status: {
      observedGeneration: 1,
      replicas: desired,
      updatedReplicas: desired,
      readyReplicas: ready,
      conditions: [{ type: 'Available', status: ready === desired ? 'True' : 'False' }],
    },
  };
}

export function nodeObject(name: string, isReady: boolean): Json {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name }, creationTimestamp: STARTED },
    spec: {},
    status: {
      allocatable: { cpu: '4', memory: '8Gi', 'ephemeral-storage': '20Gi' },
      conditions: [{ type: 'Ready', status: isReady ? 'True' : 'Unknown', message: isReady ? 'ready' : 'kubelet is silent' }],
    },
  };
}

export function secretObject(name: string, namespace: string, values: Record<string, string>, type = 'Opaque'): Json {
  const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type, data };
}
