import { KubernetesCluster } from '../kubernetes/cluster.ts';
import { loadClusterConfig } from '../kubernetes/cluster-config.ts';
import { denyNetworks } from '../net/address-policy.ts';
import { createHostLookup } from '../net/host-lookup.ts';

/** A client of a stand-in, signed in as told. */
export async function clientOf<L>(server: { kubeconfig(login?: L): string }, login?: L): Promise<KubernetesCluster> {
  const hosts = createHostLookup({ policy: denyNetworks() });
  return new KubernetesCluster(await loadClusterConfig({ kind: 'kubeconfig', text: server.kubeconfig(login) }, hosts), hosts);
}
