import type { KubernetesCluster } from '../../kubernetes/cluster.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { parseDuration } from '../../values/duration.ts';
import { KeyedSemaphore } from '../concurrency.ts';
import { hideSecret } from '../hide-secret.ts';
import { clusterFailure, openCluster } from '../open-cluster.ts';
import { ownLabels, ownSelector, staticSelector } from '../own-labels.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { findLeftovers, removeObjects, waitUntilGone } from '../remove-objects.ts';
import { runInnerChecks } from './inner-checks.ts';
import { type PreparedObjects, prepareObjects } from './prepare-objects.ts';
import { type KubernetesResourceCheck, kubernetesResourceKind } from './spec.ts';
import { type FoundObjects, waitForObjects } from './wait-for.ts';

const WAIT_TIMEOUT_MS = 600_000;
const WAIT_INTERVAL_MS = 5000;
const RETRY_INTERVAL_MS = 1000;
/** Kept of the check's time for removing what was created. */
const REMOVE_MS = 20_000;
const REMOVE_AFTER_END_MS = 30_000;

/** Runs of one check against one cluster would remove each other's objects. */
const turns = new KeyedSemaphore(() => 1);

/** Milliseconds of a duration; undefined when absent. */
function durationOf(text: string | undefined, field: string): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const ms = parseDuration(text);
  if (ms === undefined || ms < 0) throw new InvalidCheckError(`${field} "${text}" is not a duration such as 30s or 5m`);
  return ms;
}

interface Times {
  waitTimeoutMs: number;
  waitIntervalMs: number;
  delayMs: number;
  retryIntervalMs: number;
  retryTimeoutMs: number | undefined;
}

function timesOf(spec: KubernetesResourceCheck): Times {
  const interval = durationOf(spec.checkRetries?.interval, 'checkRetries.interval');
  const retryTimeoutMs = durationOf(spec.checkRetries?.timeout, 'checkRetries.timeout') || undefined;
  return {
    waitTimeoutMs: durationOf(spec.waitFor?.timeout, 'waitFor.timeout') || WAIT_TIMEOUT_MS,
    waitIntervalMs: durationOf(spec.waitFor?.interval, 'waitFor.interval') || WAIT_INTERVAL_MS,
    delayMs: durationOf(spec.checkRetries?.delay, 'checkRetries.delay') ?? 0,
    retryIntervalMs: interval || (retryTimeoutMs === undefined && !spec.checkRetries?.maxRetries ? 0 : RETRY_INTERVAL_MS),
    retryTimeoutMs,
  };
}

/** Removes what an earlier run of this check left behind and, when asked to, whatever has the names that are needed. */
async function clear(
  objects: PreparedObjects,
  spec: KubernetesResourceCheck,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<void> {
  const { signal } = context;
  const left = await findLeftovers(cluster, objects.temporary, ownSelector(context), signal);
  const named = spec.clearResources ? objects.temporary : [];
  await removeObjects(cluster, left, { waits: false, signal });
  await removeObjects(cluster, named, { waits: false, signal });
  await waitUntilGone(cluster, [...left, ...named], signal);
}

async function judge(
  spec: KubernetesResourceCheck,
  objects: PreparedObjects,
  times: Times,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const endMs = context.clock.monotonicMs() + Math.max(1000, context.timeoutMs - REMOVE_MS);
  const leftMs = () => Math.max(0, endMs - context.clock.monotonicMs());
  const all = [...objects.lasting, ...objects.temporary];
  let found: FoundObjects = { objects: {}, health: {} };
  if (!spec.waitFor?.disable) {
    const limits = {
      expr: spec.waitFor?.expr ?? '',
      timeoutMs: Math.min(times.waitTimeoutMs, leftMs()),
      intervalMs: times.waitIntervalMs,
    };
    found = await waitForObjects(cluster, all, limits, context);
  }
  const retries = {
    delayMs: times.delayMs,
    intervalMs: times.retryIntervalMs,
    timeoutMs: Math.min(times.retryTimeoutMs ?? Number.POSITIVE_INFINITY, leftMs()),
    most: spec.checkRetries?.maxRetries ?? Number.POSITIVE_INFINITY,
  };
  const newest = (object: KubernetesObject) =>
    Object.values(found.objects).find(
      ({ kind, metadata }) =>
        kind === object.kind && metadata.name === object.metadata.name && metadata.namespace === object.metadata.namespace,
    ) ?? object;
  const values = { resources: objects.temporary.map(newest), staticResources: objects.lasting.map(newest) };
  const display = await runInnerChecks(spec.checks ?? [], values, retries, context);
  return {
    message: Object.values(display)
      .filter((message) => message !== '')
      .join('\n'),
    data: { display, resources: found.objects, health: found.health },
    detail: { display, health: found.health },
  };
}

async function runOnce(
  spec: KubernetesResourceCheck,
  times: Times,
  cluster: KubernetesCluster,
  context: ProbeContext,
): Promise<ProbeOutcome> {
  const objects = await prepareObjects(spec, cluster, context);
  for (const object of [...objects.lasting, ...objects.temporary]) hideSecret(object, context);
  await clear(objects, spec, cluster, context);
  const created: KubernetesObject[] = [];
  let outcome: ProbeOutcome;
  try {
    for (const object of objects.lasting) await cluster.apply(object, context.signal);
    for (const object of objects.temporary) {
      // What may have been created although its answer was lost is removed as well.
      created.push(object);
      await cluster.apply(object, context.signal);
    }
    outcome = await judge(spec, objects, times, cluster, context);
  } catch (error) {
    const problem = await removeCreated(spec, created, cluster);
    if (problem !== undefined) context.warn(problem);
    throw error;
  }
  const problem = await removeCreated(spec, created, cluster);
  return problem === undefined ? outcome : { ...outcome, failures: [problem] };
}

/** Removes what was created, also when the check's own time is over; tells what went wrong. */
async function removeCreated(
  spec: KubernetesResourceCheck,
  created: readonly KubernetesObject[],
  cluster: KubernetesCluster,
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(REMOVE_AFTER_END_MS);
    await removeObjects(cluster, created, { waits: spec.waitFor?.delete ?? false, signal });
    return undefined;
  } catch (error) {
    return `failed to delete resources: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function run(spec: KubernetesResourceCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const times = timesOf(spec);
  if ((spec.resources?.length ?? 0) + (spec.staticResources?.length ?? 0) + (spec.checks?.length ?? 0) === 0)
    throw new InvalidCheckError('kubernetesResource needs resources');
  const cluster = await openCluster(spec, context);
  const leave = await turns.acquire(JSON.stringify([cluster.server, ownLabels(context)]), context.signal);
  try {
    return await runOnce(spec, times, cluster, context);
  } catch (error) {
    if (error instanceof Error && error.name === 'ExpressionError') throw new ProbeFailedError(error.message);
    throw clusterFailure(error, context);
  } finally {
    leave();
  }
}

/** All of a run's parts with their limits; the runner has a limit of its own. */
function timeoutMs(spec: KubernetesResourceCheck): number {
  const ms = (text: string | undefined) => (text === undefined ? 0 : (parseDuration(text) ?? 0));
  const checks = ms(spec.checkRetries?.delay) + ms(spec.checkRetries?.timeout) + 30_000;
  return (ms(spec.waitFor?.timeout) || WAIT_TIMEOUT_MS) + checks + REMOVE_MS;
}

/** Removes the static objects of the canary, of the kinds that the check names. */
async function retire(spec: KubernetesResourceCheck, context: ProbeContext): Promise<void> {
  if ((spec.staticResources?.length ?? 0) === 0) return;
  const cluster = await openCluster(spec, context);
  const { lasting } = await prepareObjects({ ...spec, resources: [] }, cluster, context);
  const found = await findLeftovers(cluster, lasting, staticSelector(context), context.signal);
  await removeObjects(cluster, found, { waits: false, signal: context.signal });
}

export const probe = defineProbe(kubernetesResourceKind, { run, timeoutMs, retire });
