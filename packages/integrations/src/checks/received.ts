import { checkLabels, visibleLabels } from '../canary/labels.ts';
import { RunExpressions } from './expressions.ts';
import type { Canary, CanaryCheck } from './model.ts';
import type { CheckContext, CheckResult } from './result.ts';
import { emptyResult } from './run-check.ts';
import { evaluate } from './verdict.ts';

/**
 * Judges data that was sent to a canary instead of probed: transform, display, test, metrics. Never rejects.
 * The first result is the check itself, the others are made by its transform. Source: health-checks §2.38, §6.7.
 * @param data variables of the expressions, such as `results`
 */
export async function judgeReceived(
  canary: Canary,
  check: CanaryCheck,
  data: Record<string, unknown>,
  context: CheckContext,
): Promise<CheckResult[]> {
  const result = { ...emptyResult(canary, check, '', context.clock.now()), detail: data.results };
  try {
    const canaryLabels = visibleLabels(checkLabels(canary, { spec: {} }));
    const { catalog: reader, signal } = context;
    const catalog = reader === undefined ? undefined : { reader, signal };
    const expressions = new RunExpressions(context.expressions, () => context.lastResult?.(check), catalog);
    return await evaluate(result, { canary, check, canaryLabels, expressions, data });
  } catch (error) {
    return [{ ...result, pass: false, error: error instanceof Error ? error.message : String(error) }];
  }
}
