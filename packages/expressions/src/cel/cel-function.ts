export type CelReturn = 'dyn' | 'bool' | 'string' | 'int' | 'double' | 'list' | 'map' | 'bytes' | 'time' | 'duration';

/** One of our functions for CEL; for a method the first argument is the receiver. */
export interface CelFunction {
  /** Numbers of arguments, a method's receiver included. */
  readonly arities: readonly number[];
  readonly returns: CelReturn;
  /** The result is new data that may hold keys the CEL library cannot. */
  readonly makesData: boolean;
  /** Unsigned ints and optionals arrive as they are, not as ints and their values. */
  readonly takesCelValues?: boolean;
  readonly run: (args: readonly unknown[]) => unknown;
}

export type CelFunctions = Readonly<Record<string, CelFunction>>;

export function fn(
  arity: number | readonly number[],
  returns: CelReturn,
  run: (...args: unknown[]) => unknown,
  makesData = false,
): CelFunction {
  return { arities: typeof arity === 'number' ? [arity] : arity, returns, makesData, run: (args) => run(...args) };
}

/** A function whose arguments may also be given as one list. */
export function variadic(returns: CelReturn, run: (items: readonly unknown[]) => unknown): CelFunction {
  return {
    arities: [1, 2, 3, 4, 5, 6],
    returns,
    makesData: false,
    run: (args) => run(args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
  };
}

/** The function with unsigned ints and optionals as they are. */
export function onCelValues(definition: CelFunction): CelFunction {
  return { ...definition, takesCelValues: true };
}
