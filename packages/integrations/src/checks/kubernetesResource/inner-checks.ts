import { setTimeout as sleep } from 'node:timers/promises';
import { isPlainObject } from '../../canary/plain-object.ts';
import type { KubernetesObject } from '../../kubernetes/objects.ts';
import { mapTexts } from '../map-texts.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../probe.ts';
import type { CheckResult } from '../result.ts';

export interface Retries {
  delayMs: number;
  /** 0 tries once. */
  intervalMs: number;
  timeoutMs: number;
  /** Tries after the first one. */
  most: number;
}

/** Texts that do not speak of the objects keep their placeholders for the check itself. */
const SPEAKS_OF_OBJECTS = /(?:\{\{|\$\().*\b(?:resources|staticResources)\b/s;
const OWN_TEMPLATES = new Set(['test', 'display', 'transform', 'metrics']);

async function renderSpec(value: unknown, variables: Record<string, unknown>, context: ProbeContext): Promise<unknown> {
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const entry of value) list.push(await renderSpec(entry, variables, context));
    return list;
  }
  if (isPlainObject(value)) {
    const entries: [string, unknown][] = [];
    for (const [key, entry] of Object.entries(value))
      entries.push([key, OWN_TEMPLATES.has(key) ? entry : await renderSpec(entry, variables, context)]);
    return Object.fromEntries(entries);
  }
  return await mapTexts(value, async (text) =>
    SPEAKS_OF_OBJECTS.test(text) ? await context.templates.url(text, variables) : text,
  );
}

function describeFailure(results: readonly CheckResult[]): string {
  return results
    .filter((result) => !result.pass)
    .map(({ name, error }) => `check (name:${name}) failed${error === '' ? '' : ` with error: ${error}`}`)
    .join(', ');
}

async function tryUntilPassed(
  spec: Record<string, unknown>,
  variables: Record<string, unknown>,
  retries: Retries,
  context: ProbeContext,
): Promise<CheckResult[]> {
  if (retries.delayMs > 0) await sleep(retries.delayMs, undefined, { signal: context.signal });
  const endMs = context.clock.monotonicMs() + retries.timeoutMs;
  for (let tries = 0; ; tries += 1) {
    const results = await context.runChecks(spec, variables);
    if (results.length === 0) throw new InvalidCheckError('an entry of checks holds no check that can be run');
    if (results.every((result) => result.pass)) return results;
    context.signal.throwIfAborted();
    const isLast = retries.intervalMs === 0 || tries >= retries.most || context.clock.monotonicMs() + retries.intervalMs > endMs;
    if (isLast) throw new ProbeFailedError(describeFailure(results));
    await sleep(retries.intervalMs, undefined, { signal: context.signal });
  }
}

/**
 * Runs canary specs inside of a check, one after the other, each again until it passes or time is over. Gives the message of each check by
 * its name. Rejects with ProbeFailedError for the first one that does not pass.
 */
export async function runInnerChecks(
  specs: readonly Record<string, unknown>[],
  objects: { resources: readonly KubernetesObject[]; staticResources: readonly KubernetesObject[] },
  retries: Retries,
  context: ProbeContext,
): Promise<Record<string, string>> {
  const asValue = (object: KubernetesObject) => ({ ...object, Object: object });
  const variables = { resources: objects.resources.map(asValue), staticResources: objects.staticResources.map(asValue) };
  const messages: Record<string, string> = {};
  for (const spec of specs) {
    const rendered = await renderSpec(spec, variables, context);
    const inner = isPlainObject(rendered) ? rendered : {};
    if (Object.keys(inner).some((key) => key.toLowerCase() === 'kubernetesresource'))
      throw new InvalidCheckError('kubernetesResource cannot be used inside of itself');
    for (const result of await tryUntilPassed(inner, variables, retries, context)) messages[result.name] = result.message;
  }
  return messages;
}
