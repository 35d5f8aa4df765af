import { QuarterdeckError } from '@quarterdeck/contract';
import { type ClusterProxy, type ClusterSource, createClusterProxy, podClusterSource } from '@quarterdeck/integrations/run';

export const CONFIGURE_CLUSTER = 'Run it in a cluster, or start it with --kubeconfig FILE (QUARTERDECK_KUBECONFIG).';

/** The cluster that people reach through this server. */
export interface OwnCluster {
  /** Whether there is one to lead to. */
  readonly isConfigured: boolean;
  /** @throws {QuarterdeckError} KUBERNETES_NOT_CONFIGURED with what to configure */
  require(): ClusterProxy;
}

/** @param kubeconfig file that names the cluster; without one it is the cluster of the pod */
export function createOwnCluster(
  kubeconfig: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): OwnCluster {
  const source: ClusterSource | undefined =
    kubeconfig === undefined ? podClusterSource(environment) : { kind: 'file', path: kubeconfig };
  const proxy = source === undefined ? undefined : createClusterProxy(source);
  return {
    isConfigured: proxy !== undefined,
    require() {
      if (proxy !== undefined) return proxy;
      throw new QuarterdeckError('KUBERNETES_NOT_CONFIGURED', 'this server leads to no Kubernetes cluster', {
        hint: CONFIGURE_CLUSTER,
      });
    },
  };
}
