import { assertTextLength, runWithSteps } from './budget.ts';
import { fromCelResult } from './cel/cel-values.ts';
import { compileCel, unwrapOptional } from './cel/compile.ts';
import { type KnownResults, runWithResults } from './external-functions.ts';
import { goFormat } from './go-format.ts';
import { renderTemplate } from './template/compile.ts';
import type { DelimiterPair } from './template/lexer.ts';

/** What to evaluate, in a form that can be sent to another thread. */
export type Job = SynchronousJob | JavaScriptJob;

export interface JavaScriptJob {
  readonly kind: 'javascript';
  readonly source: string;
  readonly externalNames: readonly string[];
}

export type SynchronousJob =
  | { readonly kind: 'cel'; readonly source: string; readonly wantsText: boolean; readonly externalNames: readonly string[] }
  | {
      readonly kind: 'template';
      readonly source: string;
      readonly delimiters: readonly DelimiterPair[];
      readonly bareNames: boolean;
      readonly externalNames: readonly string[];
    };

/** Evaluates a job on this thread. Throws ExpressionError, StepsExhausted (only with a finite number of steps) or PendingCall. */
export function runJob(
  job: SynchronousJob,
  variables: Readonly<Record<string, unknown>>,
  results: KnownResults,
  steps: number,
): unknown {
  return runWithSteps(steps, () => runWithResults(results, () => evaluateJob(job, variables)));
}

function evaluateJob(job: SynchronousJob, variables: Readonly<Record<string, unknown>>): unknown {
  if (job.kind === 'template') {
    const { source, delimiters, externalNames, bareNames } = job;
    return renderTemplate({ text: source, delimiters, externalNames, bareNames }, variables);
  }
  const value = compileCel(job.source, job.externalNames).run(variables);
  return job.wantsText ? celText(value) : fromCelResult(value);
}

function celText(value: unknown): string {
  if (typeof value === 'string') {
    assertTextLength(value.length);
    return value;
  }
  return goFormat(fromCelResult(unwrapOptional(value)));
}
