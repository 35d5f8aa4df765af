import { kubernetesHealth } from '@quarterdeck/expressions';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import { type ProbeContext, ProbeFailedError } from '../probe.ts';

/** The node of the last run by cluster and check. */
const lastNodes = new Map<string, string>();

/** The healthy node after the one of the last run, by name. Rejects with ProbeFailedError when there is none. */
export async function nextNode(cluster: KubernetesCluster, context: ProbeContext): Promise<string> {
  const kind = await cluster.findKind('Node', 'v1', context.signal);
  const { objects } = await cluster.list(kind, {}, context.signal);
  const nowMs = context.clock.now().getTime();
  const names = objects
    .filter((node) => kubernetesHealth(node, nowMs).health === 'healthy')
    .map((node) => node.metadata.name)
    .sort();
  const key = [cluster.server, context.canary.namespace, context.canary.name, context.check.name].join('\n');
  const last = lastNodes.get(key) ?? '';
  const next = names.find((name) => name > last) ?? names[0];
  if (next === undefined) throw new ProbeFailedError('no node is ready');
  lastNodes.set(key, next);
  return next;
}
