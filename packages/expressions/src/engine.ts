import { StepsExhausted } from './budget.ts';
import { compileCel } from './cel/compile.ts';
import type { EvaluateOptions, ExpressionEngine, RenderTextOptions, Template, Variables } from './engine-types.ts';
import { type Job, runJob, type SynchronousJob } from './evaluation.ts';
import { ExpressionError, messageOf } from './expression-error.ts';
import { callKey, type ExternalFunctions, type KnownResults, PendingCall } from './external-functions.ts';
import { needsJq } from './jq/jq.ts';
import { renderStructure } from './render-structure.ts';
import { DEFAULT_DELIMITERS } from './template/compile.ts';
import type { DelimiterPair } from './template/lexer.ts';
import { WorkerPool } from './worker/pool.ts';

const DEFAULT_TIMEOUT_MS = 1_000;
const DEFAULT_WORKERS = 2;
/** Work that may be done on the main thread before an evaluation moves to a worker; about 20 ms. */
const MAIN_THREAD_STEPS = 200_000;
const MAX_EXTERNAL_CALLS = 100;
const TEXT_DELIMITERS: readonly DelimiterPair[] = [
  ['{{', '}}'],
  ['$(', ')'],
];
const NO_NAMES: readonly string[] = [];

/**
 * Engine for CEL, Go templates and JavaScript (health-checks §3). Cheap evaluations run on the calling thread; what takes many
 * steps, and all JavaScript, runs in one of `workers` threads (default 2, started when first needed) and is ended at its limit.
 */
export function createExpressionEngine(options: { workers?: number } = {}): ExpressionEngine {
  const pool = new WorkerPool(Math.max(1, options.workers ?? DEFAULT_WORKERS));
  const renderText: ExpressionEngine['renderText'] = async (text, variables, renderOptions) => {
    const delimiters = renderOptions?.delimiters ?? TEXT_DELIMITERS;
    if (!delimiters.some(([left]) => text.includes(left))) return text;
    return textOf(await evaluateJob(pool, textJob(text, delimiters, renderOptions), variables, renderOptions));
  };
  return {
    render: async (template, variables, evaluateOptions) => {
      const job = jobOf(template, evaluateOptions);
      if (job === undefined) return '';
      const text = textOf(await evaluateJob(pool, job, variables, evaluateOptions));
      return job.kind === 'template' ? text.trim() : text;
    },
    evaluate: (expr, variables, evaluateOptions) =>
      evaluateJob(
        pool,
        { kind: 'cel', source: expr, wantsText: false, externalNames: namesOf(evaluateOptions) },
        variables,
        evaluateOptions,
      ),
    renderText,
    renderStructure: (structure, variables, structureOptions) =>
      renderStructure(structure, {
        renderText: (text) => renderText(text, variables, structureOptions),
        isSkipped: structureOptions?.isSkipped ?? (() => false),
        includesKeys: structureOptions?.includesKeys ?? false,
      }),
    close: () => pool.close(),
  };
}

function jobOf(template: Template, options: EvaluateOptions | undefined): Job | undefined {
  const externalNames = namesOf(options);
  if (isGiven(template.javascript)) return { kind: 'javascript', source: template.javascript, externalNames };
  if (isGiven(template.template)) {
    return { kind: 'template', source: template.template, delimiters: DEFAULT_DELIMITERS, bareNames: false, externalNames };
  }
  return isGiven(template.expr) ? { kind: 'cel', source: template.expr, wantsText: true, externalNames } : undefined;
}

function isGiven(text: string | undefined | null): text is string {
  return text !== undefined && text !== null && text !== '';
}

function textJob(source: string, delimiters: readonly DelimiterPair[], options: RenderTextOptions | undefined): Job {
  return { kind: 'template', source, delimiters, bareNames: true, externalNames: namesOf(options) };
}

function namesOf(options: EvaluateOptions | undefined): readonly string[] {
  return options?.functions === undefined ? NO_NAMES : Object.keys(options.functions).sort();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}

async function evaluateJob(
  pool: WorkerPool,
  job: Job,
  variables: Variables,
  options: EvaluateOptions | undefined,
): Promise<unknown> {
  const results: KnownResults = new Map();
  const timeoutMs = options?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  for (let calls = 0; calls <= MAX_EXTERNAL_CALLS; calls++) {
    try {
      return await evaluateOnce(pool, job, variables, results, timeoutMs);
    } catch (error) {
      if (!(error instanceof PendingCall)) throw error;
      await obtain(error, options?.functions, results, job.source);
    }
  }
  throw new ExpressionError('EXPRESSION_LIMIT', `expression calls functions more than ${MAX_EXTERNAL_CALLS} times`, {
    expression: job.source,
  });
}

function evaluateOnce(pool: WorkerPool, job: Job, variables: Variables, results: KnownResults, timeoutMs: number): unknown {
  if (job.kind !== 'javascript' && !needsWorker(job)) {
    try {
      return runJob(job, variables, results, MAIN_THREAD_STEPS);
    } catch (error) {
      if (!(error instanceof StepsExhausted)) throw error;
    }
  }
  return pool.run({ job, variables: usedVariables(job, variables), results, timeoutMs });
}

/** A dot or dollar that stands for all variables. */
const WHOLE_DATA = /(?:^|[^\w)\]"`'.])[.$](?![\w.])/;

/** The variables that a job can read, so that others need not be sent to a worker. */
function usedVariables(job: Job, variables: Variables): Variables {
  if (job.kind === 'cel') {
    const names = new Set(compileCel(job.source, job.externalNames).variables);
    return Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name)));
  }
  if (job.kind === 'template' && WHOLE_DATA.test(job.source)) return variables;
  return Object.fromEntries(Object.entries(variables).filter(([name]) => job.source.includes(name)));
}

function needsWorker(job: SynchronousJob): boolean {
  if (needsJq(job)) return true;
  return job.kind === 'cel' && compileCel(job.source, job.externalNames).needsWorker;
}

/** Calls the caller's function and keeps its result for the next attempt. */
async function obtain(
  call: PendingCall,
  functions: ExternalFunctions | undefined,
  results: KnownResults,
  expression: string,
): Promise<void> {
  const implementation = functions?.[call.functionName];
  if (implementation === undefined) {
    throw new ExpressionError('EXPRESSION_INVALID', `function ${call.functionName} is not defined`, { expression });
  }
  try {
    results.set(callKey(call.functionName, call.args), await implementation(...call.args));
  } catch (error) {
    throw new ExpressionError('EXPRESSION_FAILED', `${call.functionName}() failed: ${messageOf(error)}`, {
      expression,
      cause: error,
    });
  }
}
