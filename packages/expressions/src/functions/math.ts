import { charge, MAX_LIST_ITEMS } from '../budget.ts';
import { toInt, toNumber } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';

/** Whether a value counts as a floating point number: a double, or a text that is one and no int. */
export function isFloat(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !isInt(value) && !Number.isNaN(Number(value));
}

export function isInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'string' && /^[+-]?(?:\d+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(value);
}

function fold(
  name: string,
  values: readonly unknown[],
  start: 0 | 1,
  ints: (a: bigint, b: bigint) => bigint,
  doubles: (a: number, b: number) => number,
) {
  charge(values.length);
  if (values.some(isFloat)) return values.map((value) => toNumber(value, name)).reduce(doubles, start);
  return BigInt.asIntN(64, values.map((value) => toInt(value, name)).reduce(ints, BigInt(start)));
}

export function add(values: readonly unknown[]): number | bigint {
  return fold(
    'math.Add',
    values,
    0,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

export function multiply(values: readonly unknown[]): number | bigint {
  return fold(
    'math.Mul',
    values,
    1,
    (a, b) => BigInt.asIntN(64, a * b),
    (a, b) => a * b,
  );
}

export function subtract(a: unknown, b: unknown): number | bigint {
  if (isFloat(a) || isFloat(b)) return toNumber(a, 'math.Sub') - toNumber(b, 'math.Sub');
  return BigInt.asIntN(64, toInt(a, 'math.Sub') - toInt(b, 'math.Sub'));
}

/** Always a double, as in the original. */
export function divide(a: unknown, b: unknown): number {
  const divisor = toNumber(b, 'math.Div');
  if (divisor === 0) throw new EvaluationFault('error: division by 0');
  return toNumber(a, 'math.Div') / divisor;
}

export function remainder(a: unknown, b: unknown): bigint {
  const divisor = toInt(b, 'math.Rem');
  if (divisor === 0n) throw new EvaluationFault('error: division by 0');
  return toInt(a, 'math.Rem') % divisor;
}

export function power(a: unknown, b: unknown): number | bigint {
  const result = toNumber(a, 'math.Pow') ** toNumber(b, 'math.Pow');
  return isFloat(a) || !Number.isFinite(result) ? result : BigInt(Math.trunc(result));
}

export function absolute(value: unknown): number | bigint {
  if (!isInt(value)) return Math.abs(toNumber(value, 'math.Abs'));
  const int = toInt(value, 'math.Abs');
  return int < 0n ? -int : int;
}

/** Half away from zero, as Go's math.Round. */
export function round(value: unknown): number {
  const number = toNumber(value, 'math.Round');
  return Math.sign(number) * Math.round(Math.abs(number));
}

/** Ints from start to end inclusive; with one argument from 1. */
export function sequence(args: readonly unknown[]): bigint[] {
  const numbers = args.map((arg) => toInt(arg, 'math.Seq'));
  const [start, end] = numbers.length === 1 ? [1n, numbers[0]] : [numbers[0], numbers[1]];
  if (start === undefined || end === undefined) throw new EvaluationFault("math.Seq must be given at least an 'end' value");
  const size = numbers[2] ?? 1n;
  if (size === 0n) return [];
  const step = end < start && size > 0n ? -size : size;
  const count = (end - start) / step + 1n;
  if (count <= 0n) return [];
  if (count > BigInt(MAX_LIST_ITEMS)) throw new EvaluationFault('math.Seq: list is too long', 'EXPRESSION_LIMIT');
  charge(Number(count));
  return Array.from({ length: Number(count) }, (_, i) => start + BigInt(i) * step);
}

/** Greatest (1) or least (−1) of numbers. */
export function extremeOf(args: readonly unknown[], direction: 1 | -1): unknown {
  const first = args[0];
  const values = args.length === 1 && Array.isArray(first) ? first : args;
  if (values.length === 0) throw new EvaluationFault('math.greatest and math.least need at least one number');
  charge(values.length);
  return values.reduce((best, value) => ((toNumber(value, 'math') - toNumber(best, 'math')) * direction > 0 ? value : best));
}
