import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { charge } from '../budget.ts';
import { EvaluationFault } from '../expression-error.ts';
import { checkedInt, unsigned } from './arithmetic.ts';
import { type CelFunctions, fn, onCelValues } from './cel-function.ts';
import { celNumber, celTypeName } from './cel-types.ts';
import { celCompare } from './relations.ts';

function noOverload(name: string, value: unknown): EvaluationFault {
  return new EvaluationFault(`no such overload: ${name}(${celTypeName(value)})`);
}

function doubleOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw noOverload(name, value);
}

/** Greatest (1) or least (−1) of numbers, which are given one by one or as one list; keeps its type. */
function extreme(name: string, direction: 1 | -1, args: readonly unknown[]): unknown {
  const values: readonly unknown[] = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
  if (values.length === 0) throw new EvaluationFault(`${name}: needs at least one number`);
  charge(values.length);
  let best: unknown = values[0];
  for (const value of values) {
    if (celNumber(value) === undefined) throw noOverload(name, value);
    if (celCompare(value, best, '<') * direction > 0) best = value;
  }
  return best;
}

function absolute(value: unknown): unknown {
  if (typeof value === 'bigint') return checkedInt(value < 0n ? -value : value);
  return value instanceof UnsignedInt ? value : Math.abs(doubleOf(value, 'math.abs'));
}

function sign(value: unknown): unknown {
  if (typeof value === 'bigint') return value > 0n ? 1n : value < 0n ? -1n : 0n;
  return value instanceof UnsignedInt ? unsigned(value.value > 0n ? 1n : 0n) : Math.sign(doubleOf(value, 'math.sign'));
}

/** Rounding works on numbers of any type, because numbers of variables may be ints or doubles. */
function rounding(name: string, round: (value: number) => number) {
  return fn(1, 'double', (value) => {
    if (typeof value === 'string') return round(textNumber(value, name));
    const number = celNumber(value);
    if (number === undefined) throw noOverload(name, value);
    return round(Number(number));
  });
}

function textNumber(text: string, name: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
  if (Number.isNaN(number)) throw new EvaluationFault(`${name}: expected a number, got ${JSON.stringify(text.slice(0, 60))}`);
  return number;
}

/** Half away from zero. */
const roundHalf = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

function bitwise(name: string, combine: (a: bigint, b: bigint) => bigint) {
  return onCelValues(
    fn(2, 'dyn', (a, b) => {
      if (typeof a === 'bigint' && typeof b === 'bigint') return BigInt.asIntN(64, combine(a, b));
      if (a instanceof UnsignedInt && b instanceof UnsignedInt) return unsigned(BigInt.asUintN(64, combine(a.value, b.value)));
      throw noOverload(name, a);
    }),
  );
}

function bitNot(value: unknown): unknown {
  if (typeof value === 'bigint') return ~value;
  if (value instanceof UnsignedInt) return unsigned(BigInt.asUintN(64, ~value.value));
  throw noOverload('math.bitNot', value);
}

/** Shifts move zeros in; by 64 and more everything is gone. */
function shift(name: string, move: (bits: bigint, by: bigint) => bigint) {
  return onCelValues(
    fn(2, 'dyn', (value, by) => {
      if (typeof by !== 'bigint') throw noOverload(name, by);
      if (by < 0n) throw new EvaluationFault(`${name}: negative offset ${by}`);
      const number = celNumber(value);
      if (typeof number !== 'bigint') throw noOverload(name, value);
      const bits = by > 63n ? 0n : BigInt.asUintN(64, move(BigInt.asUintN(64, number), by));
      return value instanceof UnsignedInt ? unsigned(bits) : BigInt.asIntN(64, bits);
    }),
  );
}

const ARGUMENT_COUNTS = [1, 2, 3, 4, 5, 6] as const;

/** cel-go's math extension: members of `math` with lower case names. */
export const MATH_EXTENSION: CelFunctions = {
  greatest: onCelValues(fn(ARGUMENT_COUNTS, 'dyn', (...values) => extreme('math.greatest', 1, values))),
  least: onCelValues(fn(ARGUMENT_COUNTS, 'dyn', (...values) => extreme('math.least', -1, values))),
  abs: onCelValues(fn(1, 'dyn', absolute)),
  sign: onCelValues(fn(1, 'dyn', sign)),
  ceil: rounding('math.ceil', Math.ceil),
  floor: rounding('math.floor', Math.floor),
  round: rounding('math.round', roundHalf),
  trunc: rounding('math.trunc', Math.trunc),
  isNaN: fn(1, 'bool', (value) => Number.isNaN(doubleOf(value, 'math.isNaN'))),
  isInf: fn(1, 'bool', (value) => Math.abs(doubleOf(value, 'math.isInf')) === Number.POSITIVE_INFINITY),
  isFinite: fn(1, 'bool', (value) => Number.isFinite(doubleOf(value, 'math.isFinite'))),
  bitAnd: bitwise('math.bitAnd', (a, b) => a & b),
  bitOr: bitwise('math.bitOr', (a, b) => a | b),
  bitXor: bitwise('math.bitXor', (a, b) => a ^ b),
  bitNot: onCelValues(fn(1, 'dyn', bitNot)),
  bitShiftLeft: shift('math.bitShiftLeft', (bits, by) => bits << by),
  bitShiftRight: shift('math.bitShiftRight', (bits, by) => bits >> by),
};
