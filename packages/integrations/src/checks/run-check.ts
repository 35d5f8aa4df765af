import { checkLabels, checkNamespace, visibleLabels } from '../canary/labels.ts';
import { parseCanarySpec } from '../canary/parse-spec.ts';
import type { HostLookup } from '../net/host-lookup.ts';
import { Redactor } from '../values/redaction.ts';
import { resolveConnection } from '../values/resolve-connection.ts';
import { resolveEnvVar } from '../values/resolve-value.ts';
import { isSecretName } from '../values/secret-names.ts';
import type { Artifact, ArtifactOrigin } from './artifact.ts';
import type { CheckGate } from './concurrency.ts';
import { storableDetail } from './detail-size.ts';
import { hasTemplate, RunExpressions } from './expressions.ts';
import type { Canary, CanaryCheck } from './model.ts';
import { InvalidCheckError, type PreparedProbe, type ProbeContext, type ProbeOutcome } from './probe.ts';
import { loadProbe } from './probes.ts';
import type { CheckContext, CheckResult } from './result.ts';
import { retryPolicy, tryUntilPassed } from './retries.ts';
import { withTimeLimit } from './time-limit.ts';
import { evaluate } from './verdict.ts';

/** What all checks of a process share. */
export interface RunServices {
  gate: CheckGate;
  hosts: HostLookup;
  userAgent: string;
  /** Empty when there is none. */
  prometheusUrl: string;
}

/** Hard time limits where neither the spec nor the caller gives one; `default` for the kinds that are not named. */
export const DEFAULT_TIMEOUTS_MS: Readonly<Record<string, number>> = {
  http: 120_000,
  exec: 60_000,
  mongodb: 5000,
  jmeter: 300_000,
  restic: 300_000,
  default: 30_000,
};
const LONGEST_TIMEOUT_MS = 600_000;
const EMPTY = 'the query gave no rows';
/** For each artifact. */
const STORE_TIMEOUT_MS = 30_000;
const DEFAULT_BODY_BYTES = 10 * 1024 * 1024;
const DEFAULT_OUTPUT_BYTES = 1024 * 1024;

/** A check inside of another one has no stored results. */
const WITHOUT_HISTORY = { lastResult: undefined };

/** Specs are read once for as long as their object lives. */
const preparedSpecs = new WeakMap<object, PreparedProbe>();

async function prepare(check: CanaryCheck): Promise<PreparedProbe> {
  const known = preparedSpecs.get(check.spec);
  if (known !== undefined) return known;
  const probe = await loadProbe(check.key);
  if (probe === undefined)
    return { problem: `checks of kind "${check.key}" are not available`, endpoint: '', host: undefined, timeoutMs: undefined };
  const prepared = probe.prepare(check.spec);
  preparedSpecs.set(check.spec, prepared);
  return prepared;
}

/** A passing result that nothing was found for yet. */
export function emptyResult(canary: Canary, check: CanaryCheck, endpoint: string, startedAt: Date): CheckResult {
  const { spec } = check;
  const owner = canary.spec.owner;
  const severity = canary.spec.severity;
  return {
    key: check.key,
    type: check.type,
    name: check.name,
    namespace: checkNamespace(canary, check),
    ...(spec.description ? { description: spec.description } : {}),
    ...(spec.icon ? { icon: spec.icon } : {}),
    labels: checkLabels(canary, check),
    endpoint,
    pass: true,
    invalid: false,
    message: '',
    error: '',
    durationMs: 0,
    startedAt,
    detail: undefined,
    data: {},
    metrics: [],
    transformed: false,
    ...(spec.transformDeleteStrategy ? { transformDeleteStrategy: spec.transformDeleteStrategy } : {}),
    ...(owner ? { owner } : {}),
    ...(severity ? { severity } : {}),
  };
}

function timeLimitOf(prepared: PreparedProbe, key: string, context: CheckContext): number {
  const limits = context.limits?.timeoutMs;
  const limit =
    prepared.timeoutMs ??
    limits?.[key] ??
    limits?.default ??
    DEFAULT_TIMEOUTS_MS[key] ??
    DEFAULT_TIMEOUTS_MS.default ??
    LONGEST_TIMEOUT_MS;
  return Math.min(Math.max(1, limit), LONGEST_TIMEOUT_MS);
}

/** Who is being checked, for templates in the spec. */
function identityVariables(canary: Canary, check: CanaryCheck, outputs: CheckContext['outputs']): Record<string, unknown> {
  const { name, namespace, labels } = canary;
  return {
    canary: { name, namespace, labels, id: canary.id ?? '' },
    check: {
      name: check.name,
      namespace: checkNamespace(canary, check),
      description: check.spec.description ?? '',
      labels: check.spec.labels ?? {},
    },
    name,
    namespace,
    outputs: outputs ?? {},
  };
}

/** What a run of a probe is given, all texts of which a redactor may have to clean. */
export function probeContext(
  canary: Canary,
  check: CanaryCheck,
  context: CheckContext,
  services: RunServices,
  run: { signal: AbortSignal; timeoutMs: number; redactor: Redactor; expressions: RunExpressions },
): ProbeContext {
  const identity = identityVariables(canary, check, context.outputs);
  const secret = (text: string) => run.redactor.add(text);
  const scope = { values: context.values, namespace: canary.namespace, secret };
  const renderUrl = (text: string, variables: Record<string, unknown>) =>
    run.expressions.url(text, { ...identity, ...variables });
  return {
    canary,
    check,
    clock: context.clock,
    signal: run.signal,
    timeoutMs: run.timeoutMs,
    tempDir: context.tempDir,
    hosts: services.hosts,
    userAgent: services.userAgent,
    prometheusUrl: services.prometheusUrl,
    ...(context.catalog === undefined ? {} : { catalog: context.catalog }),
    bodyBytes: context.limits?.bodyBytes ?? DEFAULT_BODY_BYTES,
    outputBytes: context.limits?.outputBytes ?? DEFAULT_OUTPUT_BYTES,
    templates: {
      url: renderUrl,
      text: (text, variables) => run.expressions.text(text, { ...identity, ...variables }),
      expression: (expr, variables) => run.expressions.render({ expr }, { ...identity, ...variables }),
    },
    matches: (pattern, texts) => run.expressions.matches(pattern, texts),
    wantsData:
      context.keepsData === true ||
      hasTemplate(check.spec.test) ||
      hasTemplate(check.spec.display) ||
      hasTemplate(check.spec.transform) ||
      (check.spec.metrics?.length ?? 0) > 0,
    value: async (envVar) => {
      const value = await resolveEnvVar(envVar, scope);
      const isTemplate = envVar.valueFrom === undefined && (check.spec.dependsOn?.length ?? 0) > 0;
      const rendered = isTemplate ? await renderUrl(value, {}) : value;
      // Of `Bearer token`, the token alone as well.
      if (isSecretName(envVar.name ?? '')) for (const text of [rendered, rendered.split(' ').at(-1) ?? '']) secret(text);
      return rendered;
    },
    connection: async (input) => {
      try {
        return await resolveConnection(input, { ...scope, connections: context.connections, canaryName: canary.name, renderUrl });
      } catch (error) {
        throw new InvalidCheckError(error instanceof Error ? error.message : String(error));
      }
    },
    secret,
    runChecks: async (spec, surroundings) => {
      const { canary: inner, checks } = parseCanarySpec(spec, canary);
      const results: CheckResult[] = [];
      for (const entry of checks)
        results.push(
          ...(await runCheck(inner, entry, { ...context, ...WITHOUT_HISTORY, surroundings, signal: run.signal }, services)),
        );
      return results;
    },
    storesArtifacts: context.artifacts !== undefined,
    warn: (message) => context.log.warn({ canary: canary.name, check: check.name }, run.redactor.text(message)),
  };
}

/** Hands the artifacts to their store without secrets, and gives those that it took. */
async function storeArtifacts(
  artifacts: readonly Artifact[],
  origin: ArtifactOrigin,
  context: CheckContext,
  redactor: Redactor,
): Promise<Pick<CheckResult, 'artifacts'>> {
  const stored: Omit<Artifact, 'content'>[] = [];
  for (const artifact of artifacts) {
    const { content, path, ...rest } = artifact;
    const about = { ...rest, path: redactor.text(path), name: redactor.text(rest.name) };
    try {
      await withTimeLimit(context.signal, STORE_TIMEOUT_MS, async (signal) => {
        await context.artifacts?.store({ ...about, content: redactor.bytes(content) }, origin, signal);
      });
      stored.push(about);
    } catch (error) {
      const problem = redactor.text(messageOf(error));
      context.log.warn({ problem, check: origin.check.name, path: about.path }, 'an artifact could not be stored');
    }
  }
  return stored.length === 0 ? {} : { artifacts: stored };
}

/** Whole milliseconds; less than one counts as one, so that a measured latency is never zero. */
function wholeMs(ms: number): number {
  return Math.max(1, Math.round(ms));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A value that cannot be had or a template of the spec that cannot be run tell nothing about the target. */
function isInvalid(error: unknown): boolean {
  return error instanceof Error && ['InvalidCheckError', 'ValueUnavailableError', 'ExpressionError'].includes(error.name);
}

function redact(result: CheckResult, redactor: Redactor): CheckResult {
  const detail = storableDetail(result.detail);
  if (redactor.isEmpty) return { ...result, detail };
  return {
    ...result,
    // A check of the spec is found again by its name; one that a transform made has the name that it was given.
    name: result.transformed ? redactor.text(result.name) : result.name,
    ...(result.description === undefined ? {} : { description: redactor.text(result.description) }),
    ...(result.icon === undefined ? {} : { icon: redactor.text(result.icon) }),
    message: redactor.text(result.message),
    error: redactor.text(result.error),
    endpoint: redactor.text(result.endpoint),
    detail: redactor.json(detail),
    data: redactor.record(result.data),
    labels: redactor.texts(result.labels),
    metrics: result.metrics.map((sample) => ({ ...sample, labels: redactor.texts(sample.labels) })),
  };
}

/**
 * Runs one check, again where its retries say so; the last attempt counts. Never rejects. The first result is the check itself, the others are
 * those that its transform made. Source: health-checks §2.1.
 */
export function runCheck(
  canary: Canary,
  check: CanaryCheck,
  context: CheckContext,
  services: RunServices,
): Promise<CheckResult[]> {
  const policy = retryPolicy(canary.spec.retries, check.spec.retries);
  if ('problem' in policy) {
    const result = emptyResult(canary, check, '', context.clock.now());
    return Promise.resolve([{ ...result, pass: false, invalid: true, error: `retries: ${policy.problem}` }]);
  }
  return tryUntilPassed(policy, context, () => runOnce(canary, check, context, services));
}

/**
 * Runs one check once. Never rejects: whatever goes wrong is told by the result. The first result is the check itself, the others are those
 * that its transform made. Source: health-checks §2.1.
 */
async function runOnce(canary: Canary, check: CanaryCheck, context: CheckContext, services: RunServices): Promise<CheckResult[]> {
  const redactor = new Redactor();
  let result = emptyResult(canary, check, '', context.clock.now());
  try {
    const prepared = await prepare(check);
    result = { ...result, endpoint: prepared.endpoint };
    const { run } = prepared;
    if (run === undefined) throw new InvalidCheckError(prepared.problem ?? 'the check cannot be run');
    const { catalog: reader, signal: outer } = context;
    const catalog = reader === undefined ? undefined : { reader, signal: outer };
    const expressions = new RunExpressions(context.expressions, () => context.lastResult?.(check), catalog);
    const leave = await services.gate.enter(
      { canary: canary.id ?? `${canary.namespace}/${canary.name}`, kind: check.key, host: prepared.host },
      context.signal,
    );
    let probed: { outcome: ProbeOutcome } | { error: unknown };
    result = { ...result, startedAt: context.clock.now() };
    const startMs = context.clock.monotonicMs();
    try {
      const timeoutMs = timeLimitOf(prepared, check.key, context);
      const outcome = await withTimeLimit(context.signal, timeoutMs, (signal) =>
        run(probeContext(canary, check, context, services, { signal, timeoutMs, redactor, expressions })),
      );
      probed = { outcome };
    } catch (error) {
      probed = { error };
    } finally {
      leave();
    }
    const elapsedMs = context.clock.monotonicMs() - startMs;
    if ('error' in probed && (isInvalid(probed.error) || context.signal.aborted)) {
      const invalid = isInvalid(probed.error);
      result = { ...result, pass: false, invalid, error: messageOf(probed.error), durationMs: wholeMs(elapsedMs) };
      return [redact(result, redactor)];
    }
    const outcome: ProbeOutcome = 'error' in probed ? { failures: [messageOf(probed.error)] } : probed.outcome;
    const failures = [...(outcome.failures ?? []), ...(outcome.isEmpty && check.spec.markFailOnEmpty ? [EMPTY] : [])];
    result = {
      ...result,
      pass: failures.length === 0,
      error: failures.join(', '),
      message: outcome.message ?? '',
      durationMs: wholeMs(outcome.durationMs ?? elapsedMs),
      detail: outcome.detail,
      metrics: outcome.metrics ?? [],
      labels: { ...result.labels, ...outcome.labels },
    };
    const canaryLabels = visibleLabels(checkLabels(canary, { spec: {} }));
    const { outputs, surroundings, keepsData } = context;
    const [own = result, ...made] = await evaluate(result, {
      ...{ canary, check, canaryLabels, expressions, data: outcome.data },
      ...{ outputs, surroundings, keepsData },
    });
    // A transform may give the result another time, by which its artifacts are found.
    const origin = { canary, check, startedAt: own.startedAt };
    const stored = await storeArtifacts(outcome.artifacts ?? [], origin, context, redactor);
    return [{ ...own, ...stored }, ...made].map((entry) => redact(entry, redactor));
  } catch (error) {
    context.log.debug({ problem: redactor.text(messageOf(error)), check: check.name }, 'check could not be run');
    return [redact({ ...result, pass: false, invalid: isInvalid(error), error: messageOf(error) }, redactor)];
  }
}

/** Time for removing what one check keeps outside. */
const RETIRE_TIMEOUT_MS = 60_000;

/** Removes what a check of a deleted canary keeps outside between its runs. Never rejects: gives what went wrong. */
export async function retireCheck(
  canary: Canary,
  check: CanaryCheck,
  context: CheckContext,
  services: RunServices,
): Promise<string | undefined> {
  const redactor = new Redactor();
  try {
    const { retire } = await prepare(check);
    if (retire === undefined) return undefined;
    const expressions = new RunExpressions(context.expressions, undefined);
    const timeoutMs = RETIRE_TIMEOUT_MS;
    await withTimeLimit(context.signal, timeoutMs, (signal) =>
      retire(probeContext(canary, check, context, services, { signal, timeoutMs, redactor, expressions })),
    );
    return undefined;
  } catch (error) {
    return redactor.text(messageOf(error));
  }
}
