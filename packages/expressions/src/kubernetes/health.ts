import { isRecord } from '../values.ts';
import {
  argoApplicationHealth,
  autoscalerHealth,
  certificateHealth,
  ingressHealth,
  namespaceHealth,
  nodeHealth,
  serviceHealth,
  volumeHealth,
} from './cluster-health.ts';
import { genericHealth } from './generic-health.ts';
import { healthOf, type KubernetesHealth } from './health-model.ts';
import { podHealth } from './pod-health.ts';
import { textAt, timeAt } from './read-object.ts';
import { cronJobHealth, daemonSetHealth, jobHealth, replicatedHealth } from './workload-health.ts';

type Rule = (object: unknown, nowMs: number) => KubernetesHealth;

/** Rules by `group/Kind`; the core group is empty. */
const RULES: Readonly<Record<string, Rule>> = {
  '/Pod': podHealth,
  '/Node': nodeHealth,
  '/Namespace': namespaceHealth,
  '/Service': serviceHealth,
  '/PersistentVolumeClaim': volumeHealth,
  '/PersistentVolume': volumeHealth,
  'apps/Deployment': replicatedHealth,
  'apps/StatefulSet': replicatedHealth,
  'apps/ReplicaSet': replicatedHealth,
  'apps/DaemonSet': daemonSetHealth,
  'batch/Job': jobHealth,
  'batch/CronJob': cronJobHealth,
  'networking.k8s.io/Ingress': ingressHealth,
  'extensions/Ingress': ingressHealth,
  'autoscaling/HorizontalPodAutoscaler': autoscalerHealth,
  'cert-manager.io/Certificate': certificateHealth,
  'argoproj.io/Application': argoApplicationHealth,
};

const STUCK_MS = 15 * 60_000;

/** `group/Kind` of an object; the core group is empty. */
function ruleKey(object: unknown): string {
  const version = textAt(object, 'apiVersion');
  const slash = version.indexOf('/');
  return `${slash < 0 ? '' : version.slice(0, slash)}/${textAt(object, 'kind')}`;
}

/** Health of a Kubernetes object of any kind at a moment. Source: health-checks §2.16. */
export function kubernetesHealth(object: unknown, nowMs: number): KubernetesHealth {
  if (!isRecord(object)) return healthOf('unhealthy', 'Error', false, 'Invalid spec');
  const deletedMs = timeAt(object, 'metadata', 'deletionTimestamp');
  if (deletedMs !== undefined) {
    const isStuck = nowMs - deletedMs >= STUCK_MS;
    const message = isStuck ? `terminating since ${new Date(deletedMs).toISOString()}` : '';
    return healthOf(isStuck ? 'warning' : 'unknown', 'Terminating', false, message);
  }
  const rule = RULES[ruleKey(object)];
  return rule === undefined ? genericHealth(object) : rule(object, nowMs);
}
