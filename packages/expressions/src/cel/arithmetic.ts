import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { allocate, assertTextLength, charge } from '../budget.ts';
import { asDuration, Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { celTypeName } from './cel-types.ts';
import { toCelDuration } from './cel-values.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;
/** Times of the years 1 to 9999. */
const MIN_TIME_MS = -62_135_596_800_000;
const MAX_TIME_MS = 253_402_300_799_999;

/** CEL's arithmetic. Throws an EvaluationFault for overflow, division by zero and pairs of types without the operator. */
export function celArithmetic(operator: ArithmeticOperator, a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') return checkedInt(integer(operator, a, b));
  if (typeof a === 'number' && typeof b === 'number' && operator !== '%') return double(operator, a, b);
  const result = operator === '+' ? joined(a, b) : undefined;
  if (result !== undefined) return result;
  if (a instanceof UnsignedInt && b instanceof UnsignedInt) return unsigned(integer(operator, a.value, b.value));
  const moved = operator === '+' || operator === '-' ? ofTimes(operator, a, b) : undefined;
  if (moved !== undefined) return moved;
  throw new EvaluationFault(`no such overload: ${celTypeName(a)} ${operator} ${celTypeName(b)}`);
}

function integer(operator: ArithmeticOperator, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0n) throw new EvaluationFault('division by zero');
      return a / b;
    default:
      if (b === 0n) throw new EvaluationFault('modulo by zero');
      return a % b;
  }
}

function double(operator: Exclude<ArithmeticOperator, '%'>, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

export function checkedInt(value: bigint): bigint {
  if (value > MAX_INT || value < MIN_INT) throw new EvaluationFault('integer overflow');
  return value;
}

export function unsigned(value: bigint): UnsignedInt {
  if (value > MAX_UINT || value < 0n) throw new EvaluationFault('unsigned integer overflow');
  return new UnsignedInt(value);
}

function joined(a: unknown, b: unknown): unknown {
  if (typeof a === 'string' && typeof b === 'string') {
    assertTextLength(a.length + b.length);
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = a.length + b.length;
    allocate(length);
    charge(length >> 3);
    return [...a, ...b];
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    allocate((a.length + b.length) >> 3);
    return new Uint8Array(Buffer.concat([a, b]));
  }
  return undefined;
}

function ofTimes(operator: '+' | '-', a: unknown, b: unknown): unknown {
  const left = asDuration(a);
  const right = asDuration(b);
  const sign = operator === '+' ? 1n : -1n;
  if (left !== undefined && right !== undefined) return span(left.nanos + sign * right.nanos);
  if (a instanceof Date && right !== undefined) return moveTime(a, sign * right.nanos);
  if (left !== undefined && b instanceof Date && operator === '+') return moveTime(b, left.nanos);
  if (a instanceof Date && b instanceof Date && operator === '-') {
    return span(BigInt(a.getTime() - b.getTime()) * 1_000_000n);
  }
  return undefined;
}

function span(nanos: bigint): unknown {
  if (nanos > MAX_INT || nanos < MIN_INT) throw new EvaluationFault('duration out of range');
  return toCelDuration(new Duration(nanos));
}

function moveTime(time: Date, nanos: bigint): Date {
  // Times have milliseconds; what is finer is cut towards the past, so that no range is left unnoticed.
  const millis = nanos / 1_000_000n - (nanos % 1_000_000n < 0n ? 1n : 0n);
  const moved = time.getTime() + Number(millis);
  if (moved < MIN_TIME_MS || moved > MAX_TIME_MS) throw new EvaluationFault('timestamp out of range');
  return new Date(moved);
}

/** CEL's unary minus. */
export function celNegate(value: unknown): unknown {
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  const duration = asDuration(value);
  if (duration !== undefined) return span(-duration.nanos);
  throw new EvaluationFault(`no such overload: -${celTypeName(value)}`);
}
