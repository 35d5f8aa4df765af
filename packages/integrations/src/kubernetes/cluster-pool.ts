import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { HostLookup } from '../net/host-lookup.ts';
import type { KubernetesCluster } from './cluster.ts';
import type { ClusterSource } from './config-source.ts';

/** Longer than any check runs. */
const IDLE_MS = 1_800_000;

interface Entry {
  cluster: Promise<KubernetesCluster>;
  usedMs: number;
}

/** Clusters of each lookup of host names, that is of each check runner, by what they were loaded from. */
const pools = new WeakMap<HostLookup, Map<string, Entry>>();

async function load(source: ClusterSource, hosts: HostLookup): Promise<KubernetesCluster> {
  const [{ loadClusterConfig }, { KubernetesCluster }] = await Promise.all([
    import('./cluster-config.ts'),
    import('./cluster.ts'),
  ]);
  return new KubernetesCluster(await loadClusterConfig(source, hosts), hosts);
}

/** A file that was written again is another source. */
async function keyOf(source: ClusterSource): Promise<string> {
  const changedMs =
    source.kind === 'file'
      ? await stat(source.path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        )
      : 0;
  return createHash('sha256')
    .update(JSON.stringify([source, changedMs]))
    .digest('hex');
}

function closeIdle(pool: Map<string, Entry>, nowMs: number): void {
  for (const [key, entry] of pool) {
    if (nowMs - entry.usedMs < IDLE_MS) continue;
    pool.delete(key);
    void entry.cluster.then((cluster) => cluster.close()).catch(() => undefined);
  }
}

/**
 * The cluster of a source, with its connections and the list of its kinds kept for the next check. The client library is loaded at the first
 * call. Rejects with KubernetesError when the source cannot be used.
 */
export async function connectCluster(
  source: ClusterSource,
  hosts: HostLookup,
  nowMs: number = performance.now(),
): Promise<KubernetesCluster> {
  const pool = pools.get(hosts) ?? new Map<string, Entry>();
  pools.set(hosts, pool);
  closeIdle(pool, nowMs);
  const key = await keyOf(source);
  const known = pool.get(key);
  if (known !== undefined) {
    known.usedMs = nowMs;
    return await known.cluster;
  }
  const entry = { cluster: load(source, hosts), usedMs: nowMs };
  pool.set(key, entry);
  try {
    return await entry.cluster;
  } catch (error) {
    pool.delete(key);
    throw error;
  }
}
