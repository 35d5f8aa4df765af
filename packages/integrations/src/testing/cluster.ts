import type { ApiServer } from '@quarterdeck/testing/kubernetes';
import { KubernetesCluster } from '../kubernetes/cluster.ts';
import { loadClusterConfig } from '../kubernetes/cluster-config.ts';
import { denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';

type Login = Parameters<ApiServer['kubeconfig']>[0];

/** A client of a stand-in. */
export async function clientOf(server: ApiServer, login: Login = {}): Promise<KubernetesCluster> {
  const hosts = createHostLookup({ policy: denyNetworks() });
  return new KubernetesCluster(await loadClusterConfig({ kind: 'kubeconfig', text: server.kubeconfig(login) }, hosts), hosts);
}
