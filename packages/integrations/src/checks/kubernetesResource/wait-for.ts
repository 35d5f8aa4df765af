import { setTimeout as sleep } from 'node:timers/promises';
import { type KubernetesHealth, kubernetesHealth, parseBool } from '@quarterdeck/expressions';
import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import { type KubernetesObject, objectName, refOf } from '../../kubernetes/objects.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../probe.ts';

export interface WaitLimits {
  /** CEL; until all are ready when empty. */
  expr: string;
  timeoutMs: number;
  intervalMs: number;
}

export interface FoundObjects {
  /** As the cluster has them now, by `namespace/Kind/name`. */
  objects: Record<string, KubernetesObject>;
  health: Record<string, KubernetesHealth>;
}

type Look = FoundObjects & { missing: string[] };

async function look(cluster: KubernetesCluster, wanted: readonly KubernetesObject[], context: ProbeContext): Promise<Look> {
  const found: Look = { objects: {}, health: {}, missing: [] };
  const now = await Promise.all(wanted.map((object) => cluster.get(refOf(object), context.signal)));
  for (const [index, object] of wanted.entries()) {
    const name = objectName(object);
    const current = now[index];
    if (current === undefined) {
      found.missing.push(name);
      continue;
    }
    const { managedFields: _managedFields, ...metadata } = current.metadata;
    found.objects[name] = { ...current, metadata };
    found.health[name] = kubernetesHealth(current, context.clock.now().getTime());
  }
  return found;
}

async function isReached(found: Look, expr: string, context: ProbeContext): Promise<boolean> {
  if (found.missing.length > 0) return false;
  if (expr === '') return Object.values(found.health).every((health) => health.ready);
  const resources = Object.values(found.objects).map((object) => ({ ...object, Object: object }));
  const text = await context.templates.expression(expr, { resources });
  const verdict = parseBool(text.trim());
  if (verdict === undefined) throw new InvalidCheckError(`wait for expression ("${expr}") didn't evaluate to a boolean`);
  return verdict;
}

function describeRest(found: Look): string {
  const waiting = Object.entries(found.health)
    .filter(([, { health, ready }]) => !ready || health === 'unhealthy')
    .map(
      ([name, { status, message }]) => `${name}: ${[status, message].filter((part) => part !== '').join(': ') || 'not ready'}`,
    );
  return [...found.missing.map((name) => `${name}: not found`), ...waiting].join(', ') || 'the expression is not true';
}

/** Looks again and again until the objects are as wanted. Rejects with ProbeFailedError, which names what is missing, when time is over. */
export async function waitForObjects(
  cluster: KubernetesCluster,
  wanted: readonly KubernetesObject[],
  limits: WaitLimits,
  context: ProbeContext,
): Promise<FoundObjects> {
  const endMs = context.clock.monotonicMs() + limits.timeoutMs;
  for (;;) {
    const found = await look(cluster, wanted, context);
    if (await isReached(found, limits.expr, context)) return found;
    const leftMs = endMs - context.clock.monotonicMs();
    if (leftMs <= 0)
      throw new ProbeFailedError(`not ready after ${Math.round(limits.timeoutMs) / 1000} s: ${describeRest(found)}`);
    await sleep(Math.min(limits.intervalMs, leftMs), undefined, { signal: context.signal });
  }
}
