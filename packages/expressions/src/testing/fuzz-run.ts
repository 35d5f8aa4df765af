import { StepsExhausted } from '../budget.ts';
import { runJob, type SynchronousJob } from '../evaluation.ts';
import { ExpressionError } from '../expression-error.ts';
import { createRandom, createRandomExpressions, FUZZ_VARIABLES } from './random-expressions.ts';

export interface FuzzTally {
  evaluations: number;
  /** Evaluations with a value. */
  values: number;
  /** ExpressionErrors by code. */
  readonly errors: Map<string, number>;
  /** Evaluations that would move on to a worker. */
  moved: number;
  /** The longest evaluation on the calling thread in milliseconds. */
  slowestMs: number;
  slowest: string;
  /** What must not happen: other errors, places outside of the expression. */
  readonly faults: string[];
}

/** The engine's own limit of work on the calling thread. */
const STEPS = 200_000;

/** Evaluates random CEL expressions and Go templates. Stops early at the deadline or after some faults. */
export function runFuzz(options: { seed: number; evaluations: number; deadline: () => boolean }): FuzzTally {
  const tally: FuzzTally = { evaluations: 0, values: 0, errors: new Map(), moved: 0, slowestMs: 0, slowest: '', faults: [] };
  const random = createRandomExpressions(createRandom(options.seed));
  while (tally.evaluations < options.evaluations && tally.faults.length < 10 && !options.deadline()) {
    evaluate({ kind: 'cel', source: random.cel(), wantsText: tally.evaluations % 2 === 0, externalNames: [] }, tally);
    const bareNames = tally.evaluations % 3 === 0;
    const delimiters = bareNames
      ? ([
          ['{{', '}}'],
          ['$(', ')'],
        ] as const)
      : ([['{{', '}}']] as const);
    evaluate({ kind: 'template', source: random.template(), delimiters, bareNames, externalNames: [] }, tally);
  }
  return tally;
}

function evaluate(job: SynchronousJob, tally: FuzzTally): void {
  tally.evaluations++;
  const started = performance.now();
  try {
    runJob(job, FUZZ_VARIABLES, new Map(), STEPS);
    tally.values++;
  } catch (error) {
    if (error instanceof StepsExhausted) tally.moved++;
    else if (error instanceof ExpressionError) {
      tally.errors.set(error.code, (tally.errors.get(error.code) ?? 0) + 1);
      if (!isInside(error, job.source)) tally.faults.push(`place ${error.line}:${error.column} of ${JSON.stringify(job.source)}`);
    } else tally.faults.push(`${String(error)} for ${job.kind} ${JSON.stringify(job.source)}`);
  }
  const tookMs = performance.now() - started;
  if (tookMs > tally.slowestMs) {
    tally.slowestMs = tookMs;
    tally.slowest = job.source;
  }
}

/** Whether an error names a place of the expression or none. */
function isInside({ line, column, expression }: ExpressionError, source: string): boolean {
  if (expression !== source) return false;
  if (line === undefined || column === undefined) return true;
  const lines = source.split('\n');
  return line >= 1 && line <= lines.length && column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1;
}
