import { EvaluationFault } from './expression-error.ts';

export type ExternalFunction = (...args: unknown[]) => unknown;
export type ExternalFunctions = Readonly<Record<string, ExternalFunction>>;

/**
 * Thrown when an evaluation needs the result of a caller's function that is not known yet. The engine obtains the result and
 * evaluates again, so evaluation itself is always synchronous and also works on a thread that has no such functions.
 */
export class PendingCall extends Error {
  readonly functionName: string;
  readonly args: readonly unknown[];

  constructor(functionName: string, args: readonly unknown[]) {
    super(`result of ${functionName}() is not known yet`);
    this.name = 'PendingCall';
    this.functionName = functionName;
    this.args = args;
  }
}

/** Results of a caller's functions by call key. */
export type KnownResults = Map<string, unknown>;

let knownResults: KnownResults = new Map();

/** Runs a synchronous evaluation that may use the known results. */
export function runWithResults<T>(results: KnownResults, run: () => T): T {
  const outer = knownResults;
  knownResults = results;
  try {
    return run();
  } finally {
    knownResults = outer;
  }
}

/** Result of a caller's function; throws PendingCall when it has to be obtained first. */
export function callExternal(name: string, args: readonly unknown[]): unknown {
  const key = callKey(name, args);
  if (knownResults.has(key)) return knownResults.get(key);
  throw new PendingCall(name, args);
}

const MAX_KEY_LENGTH = 100_000;

export function callKey(name: string, args: readonly unknown[]): string {
  if (args.length === 0) return name;
  const text = JSON.stringify(args, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  if (text.length > MAX_KEY_LENGTH) throw new EvaluationFault(`arguments of ${name}() are too large`, 'EXPRESSION_LIMIT');
  return `${name}${text}`;
}
