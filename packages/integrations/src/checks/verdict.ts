import { parseBool } from '@quarterdeck/expressions';
import { commonVariables, hasTemplate, type RunExpressions, type Variables } from './expressions.ts';
import { measure } from './metrics.ts';
import type { Canary, CanaryCheck, TemplateSpec } from './model.ts';
import type { CheckResult } from './result.ts';
import { applyTransform } from './transform.ts';

interface Evaluation {
  canary: Canary;
  check: CanaryCheck;
  /** Labels that every check of the canary has. */
  canaryLabels: Readonly<Record<string, string>>;
  expressions: RunExpressions;
  /** What the probe found, by variable; undefined when it found nothing. */
  data: Record<string, unknown> | undefined;
  /** What the checks that this one depends on found, by name. */
  outputs?: Readonly<Record<string, unknown>> | undefined;
  /** Variables of the check around this one. */
  surroundings?: Readonly<Record<string, unknown>> | undefined;
  /** The variables stay with the result although no expression sees them. */
  keepsData?: boolean | undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(result: CheckResult, text: string): CheckResult {
  const error = [result.error, text].filter((part) => part !== '').join(', ');
  return { ...result, pass: false, error };
}

async function display(
  result: CheckResult,
  template: TemplateSpec,
  expressions: RunExpressions,
  variables: Variables,
): Promise<CheckResult> {
  try {
    return { ...result, message: await expressions.render(template, variables) };
  } catch (error) {
    return failed(result, `error in display: ${messageOf(error)}`);
  }
}

async function test(
  result: CheckResult,
  template: TemplateSpec,
  expressions: RunExpressions,
  variables: Variables,
): Promise<CheckResult> {
  let text: string;
  try {
    text = await expressions.render(template, variables);
  } catch (error) {
    return failed(result, `error in test: ${messageOf(error)}`);
  }
  const verdict = parseBool(text.trim());
  if (verdict === undefined)
    return failed(result, `the test did not return a boolean but "${text.length > 200 ? `${text.slice(0, 200)}…` : text}"`);
  return verdict ? result : failed(result, '');
}

/**
 * Judges a probe that failed before it found anything. The expressions run, and those that miss what was not found say nothing: the reason is
 * told already. Nothing makes the check itself pass.
 */
async function evaluateWithoutFindings(
  probed: CheckResult,
  variables: Variables,
  evaluation: Evaluation,
): Promise<CheckResult[]> {
  const { expressions } = evaluation;
  const { transform, display: text, metrics = [] } = evaluation.check.spec;
  let result = probed;
  let added: CheckResult[] = [];
  let known = variables;
  if (hasTemplate(transform)) {
    try {
      const outcome = applyTransform(result, await expressions.render(transform, known), evaluation.canaryLabels);
      result = { ...outcome.parent, pass: false };
      added = outcome.added;
      known = { ...known, ...outcome.variables };
    } catch {
      result = probed;
    }
  }
  if (hasTemplate(text)) {
    const shown = await display(result, text, expressions, known);
    if (shown.error === result.error) result = shown;
  }
  const samples = await measure(metrics, expressions, known).catch(() => []);
  return [{ ...result, metrics: [...result.metrics, ...samples] }, ...added];
}

/**
 * Judges the outcome of a probe: transform, then display, then test, then metrics. A test cannot rescue a failed probe.
 * The first result is the check itself. Source: health-checks §2.1, §3.4, §3.6.
 */
export async function evaluate(probed: CheckResult, evaluation: Evaluation): Promise<CheckResult[]> {
  const { canary, check, expressions } = evaluation;
  const { spec } = check;
  const metricSpecs = spec.metrics ?? [];
  const hasExpressions =
    hasTemplate(spec.transform) || hasTemplate(spec.display) || hasTemplate(spec.test) || metricSpecs.length > 0;
  if (!hasExpressions && evaluation.keepsData !== true) return [probed];
  const identity = {
    ...(canary.id === undefined ? {} : { canaryId: canary.id }),
    ...(check.id === undefined ? {} : { checkId: check.id }),
    canaryName: canary.name,
    canaryNamespace: canary.namespace,
    canaryLabels: canary.labels,
  };
  let variables: Variables = {
    ...commonVariables(probed, identity),
    ...evaluation.surroundings,
    ...evaluation.data,
    outputs: evaluation.outputs ?? {},
  };
  if (!probed.pass && evaluation.data === undefined) return evaluateWithoutFindings(probed, variables, evaluation);
  let result = probed;
  let added: CheckResult[] = [];
  if (hasTemplate(spec.transform)) {
    try {
      const outcome = applyTransform(result, await expressions.render(spec.transform, variables), evaluation.canaryLabels);
      result = outcome.parent;
      added = outcome.added;
      if (outcome.isEmpty && spec.markFailOnEmpty) result = failed(result, 'the transform gave no results');
      variables = { ...variables, ...outcome.variables };
    } catch (error) {
      return [{ ...failed(result, `error transforming result: ${messageOf(error)}`), invalid: true, data: variables }];
    }
  }
  if (hasTemplate(spec.display)) result = await display(result, spec.display, expressions, variables);
  if (hasTemplate(spec.test)) result = await test(result, spec.test, expressions, variables);
  try {
    result = { ...result, metrics: [...result.metrics, ...(await measure(metricSpecs, expressions, variables))] };
  } catch (error) {
    result = failed(result, `error in metrics: ${messageOf(error)}`);
  }
  return [{ ...result, data: variables }, ...added];
}
