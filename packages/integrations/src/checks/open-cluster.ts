import type { KubernetesCluster } from '../kubernetes/cluster.ts';
import { connectCluster } from '../kubernetes/cluster-pool.ts';
import { type ClusterSource, kubeconfigSource, ownClusterSource } from '../kubernetes/config-source.ts';
import type { EnvVar } from '../values/env-var.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from './probe.ts';

async function sourceOf(
  spec: { connection?: string | undefined; kubeconfig?: EnvVar | undefined },
  context: ProbeContext,
): Promise<ClusterSource> {
  if (spec.kubeconfig !== undefined) {
    const text = await context.value(spec.kubeconfig);
    if (text.trim() !== '') return kubeconfigSource(text);
    throw new InvalidCheckError('the kubeconfig is empty');
  }
  if (spec.connection) {
    const { certificate } = await context.connection({ connection: spec.connection });
    if (certificate.trim() !== '') return { kind: 'kubeconfig', text: certificate };
  }
  const own = ownClusterSource(process.env);
  if (own === undefined)
    throw new InvalidCheckError(
      'no cluster is known: give a kubeconfig or a connection, set KUBECONFIG, or run inside of a cluster',
    );
  return own;
}

/** The cluster that a check talks to. Rejects with InvalidCheckError when it cannot be known; its secrets are redacted from the result. */
export async function openCluster(
  spec: { connection?: string | undefined; kubeconfig?: EnvVar | undefined },
  context: ProbeContext,
): Promise<KubernetesCluster> {
  const source = await sourceOf(spec, context);
  try {
    const cluster = await connectCluster(source, context.hosts);
    for (const secret of cluster.secrets) context.secret(secret);
    return cluster;
  } catch (error) {
    throw new InvalidCheckError(`Cannot connect to kubernetes: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A failure of the cluster as the failure of the check. */
export function clusterFailure(error: unknown, context: ProbeContext): Error {
  context.signal.throwIfAborted();
  if (error instanceof InvalidCheckError || error instanceof ProbeFailedError) return error;
  return new ProbeFailedError(error instanceof Error ? error.message : String(error));
}
