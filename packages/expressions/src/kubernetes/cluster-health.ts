import { type HealthState, healthOf, type KubernetesHealth } from './health-model.ts';
import { conditionsOf, findCondition, listAt, textAt, timeAt, valueAt } from './read-object.ts';

const PRESSURES = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'];

export function nodeHealth(node: unknown): KubernetesHealth {
  const ready = findCondition(node, 'Ready');
  if (ready === undefined) return healthOf('unknown', 'Unknown', false);
  if (ready.status !== 'True') return healthOf('unhealthy', 'Not Ready', false, ready.message);
  const pressed = conditionsOf(node).filter(({ type, status }) => PRESSURES.includes(type) && status === 'True');
  if (pressed.length > 0) {
    const [first] = pressed;
    return healthOf('warning', first?.type ?? '', true, pressed.map(({ message }) => message).join(', '));
  }
  if (valueAt(node, 'spec', 'unschedulable') === true) return healthOf('warning', 'Unschedulable', true);
  return healthOf('healthy', 'Healthy', true, ready.message);
}

const CLAIM_PHASES: Readonly<Record<string, readonly [HealthState, boolean]>> = {
  Bound: ['healthy', true],
  Available: ['healthy', true],
  Released: ['unknown', true],
  Pending: ['unknown', false],
  Lost: ['unhealthy', true],
  Failed: ['unhealthy', true],
};

/** PersistentVolumeClaim and PersistentVolume. */
export function volumeHealth(volume: unknown): KubernetesHealth {
  const phase = textAt(volume, 'status', 'phase');
  const [health, ready] = CLAIM_PHASES[phase] ?? ['unknown', false];
  return healthOf(health, phase || 'Unknown', ready, textAt(volume, 'status', 'message'));
}

export function namespaceHealth(namespace: unknown): KubernetesHealth {
  const phase = textAt(namespace, 'status', 'phase');
  if (phase === 'Active') return healthOf('healthy', 'Healthy', true);
  const message = conditionsOf(namespace).find(({ status }) => status === 'True')?.message;
  return healthOf('unknown', phase || 'Unknown', false, message);
}

/** A Service is settled at once, except for a load balancer that has no address yet. */
export function serviceHealth(service: unknown): KubernetesHealth {
  if (textAt(service, 'spec', 'type') !== 'LoadBalancer') return healthOf('unknown', 'Unknown', true);
  const hasAddress = listAt(service, 'status', 'loadBalancer', 'ingress').length > 0;
  return hasAddress ? healthOf('healthy', 'Running', true) : healthOf('unknown', 'Creating', false, 'no address yet');
}

export function ingressHealth(ingress: unknown): KubernetesHealth {
  const hasAddress = listAt(ingress, 'status', 'loadBalancer', 'ingress').length > 0;
  return hasAddress ? healthOf('healthy', 'Healthy', true) : healthOf('unknown', 'Pending', false, 'no address yet');
}

export function autoscalerHealth(autoscaler: unknown): KubernetesHealth {
  const broken = conditionsOf(autoscaler).find(
    ({ type, status, reason }) =>
      (type === 'AbleToScale' || type === 'ScalingActive') && status === 'False' && reason !== 'ScalingDisabled',
  );
  if (broken !== undefined) return healthOf('unhealthy', broken.reason || 'Degraded', true, broken.message);
  const limited = findCondition(autoscaler, 'ScalingLimited');
  const able = findCondition(autoscaler, 'AbleToScale');
  if (able === undefined) return healthOf('unknown', 'Pending', false);
  if (limited?.status === 'True') return healthOf('warning', limited.reason || 'Limited', true, limited.message);
  return healthOf('healthy', 'Healthy', true, able.message);
}

export function certificateHealth(certificate: unknown, nowMs: number): KubernetesHealth {
  const expiresMs = timeAt(certificate, 'status', 'notAfter');
  const ready = findCondition(certificate, 'Ready');
  if (expiresMs !== undefined && expiresMs < nowMs)
    return healthOf('unhealthy', 'Expired', true, `expired at ${new Date(expiresMs).toISOString()}`);
  if (findCondition(certificate, 'Issuing')?.status === 'True')
    return healthOf('unknown', 'Issuing', false, findCondition(certificate, 'Issuing')?.message);
  if (ready === undefined) return healthOf('unknown', 'Pending', false);
  if (ready.status !== 'True') return healthOf('unhealthy', ready.reason || 'Not Ready', false, ready.message);
  const renewMs = timeAt(certificate, 'status', 'renewalTime');
  if (renewMs !== undefined && renewMs < nowMs)
    return healthOf('warning', 'Renewal Overdue', true, `was to be renewed at ${new Date(renewMs).toISOString()}`);
  return healthOf('healthy', 'Issued', true, ready.message);
}

const ARGO_HEALTH: Readonly<Record<string, HealthState>> = {
  Healthy: 'healthy',
  Suspended: 'healthy',
  Degraded: 'unhealthy',
  Missing: 'unhealthy',
  Progressing: 'unknown',
};

export function argoApplicationHealth(application: unknown): KubernetesHealth {
  const status = textAt(application, 'status', 'health', 'status') || 'Unknown';
  const message = textAt(application, 'status', 'health', 'message');
  const isSynced = textAt(application, 'status', 'sync', 'status') !== 'OutOfSync';
  return healthOf(ARGO_HEALTH[status] ?? 'unknown', status, status !== 'Progressing' && isSynced, message);
}
