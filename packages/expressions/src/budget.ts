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

/** New values that one evaluation may make, in units of about 16 bytes; far below the memory that a worker has. */
const MAX_ALLOCATION = 8_000_000;

let remainingSteps = Number.POSITIVE_INFINITY;
let remainingAllocation = MAX_ALLOCATION;

/**
 * Runs a synchronous evaluation with a number of steps (one step ≈ 0.1 µs of work). Evaluations never overlap on one thread,
 * so the counter is a plain module variable and `charge` stays cheap.
 */
export function runWithSteps<T>(steps: number, run: () => T): T {
  const outerSteps = remainingSteps;
  const outerAllocation = remainingAllocation;
  remainingSteps = steps;
  remainingAllocation = MAX_ALLOCATION;
  try {
    return run();
  } finally {
    remainingSteps = outerSteps;
    remainingAllocation = outerAllocation;
  }
}

/** Takes steps from the running evaluation; throws StepsExhausted when none are left. */
export function charge(steps: number): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw new StepsExhausted();
}

/**
 * Takes memory from the running evaluation. The memory limit of a worker thread alone does not do: a single large request
 * beyond it ends the whole process.
 */
export function allocate(units: number): void {
  remainingAllocation -= units;
  if (remainingAllocation < 0) throw new EvaluationFault('expression needs too much memory', 'EXPRESSION_LIMIT');
}

/** Takes the memory of a function's result. */
export function allocateResult(value: unknown): void {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    if (value.length > 64) allocate(value.length >> 3);
  } else if (Array.isArray(value)) allocate(value.length);
}

/** Takes the steps for reading the texts and bytes among a function's arguments. */
export function chargeArguments(args: readonly unknown[]): void {
  for (const arg of args) {
    if ((typeof arg === 'string' || arg instanceof Uint8Array) && arg.length > 64) charge(arg.length >> 6);
  }
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
