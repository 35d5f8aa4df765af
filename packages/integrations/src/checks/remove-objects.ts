import { setTimeout as sleep } from 'node:timers/promises';
import type { KubernetesCluster } from '../kubernetes/cluster.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import { type KubernetesObject, objectName, refOf } from '../kubernetes/objects.ts';

const LOOK_EVERY_MS = 250;

/** Waits until none of the objects is there. Rejects with KubernetesError, which names the rest, when the signal aborts first. */
export async function waitUntilGone(
  cluster: KubernetesCluster,
  objects: readonly KubernetesObject[],
  signal: AbortSignal,
): Promise<void> {
  let left = [...objects];
  try {
    while (left.length > 0) {
      const found = await Promise.all(
        left.map(async (object) => {
          const now = await cluster.get(refOf(object), signal);
          // Somebody may have created another one of the same name meanwhile.
          return now !== undefined && (object.metadata.uid === undefined || now.metadata.uid === object.metadata.uid);
        }),
      );
      left = left.filter((_object, index) => found[index]);
      if (left.length > 0) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new KubernetesError(`still there: ${left.map(objectName).join(', ')}`);
  }
}

/** Removes objects at once, the last one first, and waits until they are gone when asked to. */
export async function removeObjects(
  cluster: KubernetesCluster,
  objects: readonly KubernetesObject[],
  options: { waits: boolean; signal: AbortSignal },
): Promise<void> {
  const failures: string[] = [];
  for (const object of [...objects].reverse()) {
    try {
      const propagation = options.waits ? 'Foreground' : 'Background';
      await cluster.delete(refOf(object), { graceSeconds: 0, propagation }, options.signal);
    } catch (error) {
      failures.push(`${objectName(object)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length > 0) throw new KubernetesError(failures.join(', '));
  if (options.waits) await waitUntilGone(cluster, objects, options.signal);
}

/** What an earlier run left behind, of the kinds and in the namespaces of the given objects. */
export async function findLeftovers(
  cluster: KubernetesCluster,
  objects: readonly KubernetesObject[],
  labelSelector: string,
  signal: AbortSignal,
): Promise<KubernetesObject[]> {
  const places = new Map(
    objects.map((object) => [[object.apiVersion, object.kind, object.metadata.namespace].join('\n'), object] as const),
  );
  const found: KubernetesObject[] = [];
  for (const { apiVersion, kind: name, metadata } of places.values()) {
    const kind = await cluster.findKind(name, apiVersion, signal);
    const { namespace } = metadata;
    const list = await cluster.list(kind, { labelSelector, ...(namespace === undefined ? {} : { namespace }) }, signal);
    found.push(...list.objects);
  }
  return found;
}
