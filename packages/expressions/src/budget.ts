import { EvaluationFault } from './expression-error.ts';

/** Longest text that an expression may build, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
/** Longest list that a function may build. */
export const MAX_LIST_ITEMS = 200_000;
/** Deepest nesting that values may have. */
export const MAX_VALUE_DEPTH = 200;

/** The evaluation did more work than may be done on the main thread; it is repeated in a worker. */
export class StepsExhausted extends Error {
  constructor() {
    super('the evaluation takes too many steps');
    this.name = 'StepsExhausted';
  }
}

let remainingSteps = Number.POSITIVE_INFINITY;

/**
 * Runs a synchronous evaluation with a number of steps (one step ≈ 0.1 µs of work). Evaluations never overlap on one thread,
 * so the counter is a plain module variable and `charge` stays cheap.
 */
export function runWithSteps<T>(steps: number, run: () => T): T {
  const outer = remainingSteps;
  remainingSteps = steps;
  try {
    return run();
  } finally {
    remainingSteps = outer;
  }
}

/** Takes steps from the running evaluation; throws StepsExhausted when none are left. */
export function charge(steps: number): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new StepsExhausted();
}

export function chargeText(text: string): void {
  charge(1 + (text.length >> 6));
}

export function assertTextLength(length: number): void {
  if (length > MAX_TEXT_LENGTH) {
    throw new EvaluationFault(`text is longer than ${MAX_TEXT_LENGTH} characters`, 'EXPRESSION_LIMIT');
  }
}

export function assertListLength(length: number): void {
  if (length > MAX_LIST_ITEMS) throw new EvaluationFault(`list has more than ${MAX_LIST_ITEMS} items`, 'EXPRESSION_LIMIT');
}
