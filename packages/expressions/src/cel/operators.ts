import type { ASTNode } from '@marcbachmann/cel-js';
import { Optional } from '@marcbachmann/cel-js';
import { allocate, StepsExhausted } from '../budget.ts';
import { type ArithmeticOperator, celArithmetic, celNegate } from './arithmetic.ts';
import { celTypeName } from './cel-types.ts';
import { celAccess, celHas, celMap, celOptionalAccess } from './map-access.ts';
import { atPlace, type Checker, type Evaluator, failureAt, setBehaviour } from './node-behaviour.ts';
import { celCompare, celEquals, celIn } from './relations.ts';

type Operands = readonly ASTNode[];

function operandsOf(node: ASTNode): Operands {
  const args: unknown = node.args;
  return Array.isArray(args) ? args.filter(isNode) : isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** An operator with two operands that are both evaluated; without `resultType` the library's check of types stays. */
function binary(
  node: ASTNode,
  run: (left: unknown, right: unknown) => unknown,
  resultType?: (checker: Checker, types: readonly unknown[], node: ASTNode) => unknown,
): void {
  const [left, right] = operandsOf(node);
  if (left === undefined || right === undefined) return;
  setBehaviour(node, {
    ...(resultType === undefined
      ? {}
      : {
          check: (checker: Checker, _node: ASTNode, context: unknown) =>
            resultType(checker, [checker.check(left, context), checker.check(right, context)], node),
        }),
    evaluate: (evaluator: Evaluator, _node: ASTNode, context: unknown) => {
      const a = evaluator.run(left, context);
      const b = evaluator.run(right, context);
      try {
        return run(a, b);
      } catch (error) {
        throw atPlace(node, error);
      }
    },
  });
}

const bool = (checker: Checker): unknown => checker.boolType;
const dyn = (checker: Checker): unknown => checker.dynType;

const COMPARABLE: Readonly<Record<string, string>> = {
  int: 'number',
  uint: 'number',
  double: 'number',
  string: 'string',
  bytes: 'bytes',
  bool: 'bool',
  'google.protobuf.Timestamp': 'time',
  'google.protobuf.Duration': 'duration',
};

/** Pairs of types that are known when the expression is compiled and have no order. */
function orderedTypes(checker: Checker, types: readonly unknown[], node: ASTNode): unknown {
  const [left, right] = types.map(String);
  const a = COMPARABLE[left ?? ''];
  const b = COMPARABLE[right ?? ''];
  if (a !== undefined && b !== undefined && a !== b) {
    throw checker.createError('no_such_overload', `no such overload: ${left} ${node.op} ${right}`, node);
  }
  return checker.boolType;
}

/** `&&` and `||`: either operand decides, even when the other one fails. */
function logical(node: ASTNode, decisive: boolean): void {
  const [left, right] = operandsOf(node);
  if (left === undefined || right === undefined) return;
  setBehaviour(node, {
    check: (checker, _node, context) => {
      const types = [checker.check(left, context), checker.check(right, context)].map(String);
      if (types.every((type) => type !== 'bool' && type !== 'dyn')) {
        throw checker.createError('invalid_logical_operand', `Logical operator requires bool operands, got '${types[0]}'`, node);
      }
      return checker.boolType;
    },
    evaluate: (evaluator, _node, context) => {
      const a = attempt(evaluator, left, context);
      if (a === decisive) return decisive;
      if (a === !decisive) return requireBool(evaluator.run(right, context), right);
      const b = evaluator.run(right, context);
      if (b === decisive) return decisive;
      if (a instanceof Error) throw a;
      return requireBool(a, left);
    },
  });
}

function attempt(evaluator: Evaluator, node: ASTNode, context: unknown): unknown {
  try {
    return evaluator.run(node, context);
  } catch (error) {
    if (error instanceof StepsExhausted || !(error instanceof Error)) throw error;
    return error;
  }
}

function requireBool(value: unknown, node: ASTNode): boolean {
  if (typeof value === 'boolean') return value;
  throw failureAt(node, `Logical operator requires bool operands, got '${celTypeName(value)}'`);
}

function conditional(node: ASTNode): void {
  const [condition, whenTrue, whenFalse] = operandsOf(node);
  if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return;
  setBehaviour(node, {
    check: (checker, _node, context) => {
      const type = String(checker.check(condition, context));
      if (type !== 'bool' && type !== 'dyn') {
        throw checker.createError('invalid_condition_type', `Ternary condition must be bool, got '${type}'`, condition);
      }
      const types = [checker.check(whenTrue, context), checker.check(whenFalse, context)];
      return types[0] === types[1] ? types[0] : checker.dynType;
    },
    evaluate: (evaluator, _node, context) => {
      const value = evaluator.run(condition, context);
      if (typeof value === 'boolean') return evaluator.run(value ? whenTrue : whenFalse, context);
      throw failureAt(condition, `Ternary condition must be bool, got '${celTypeName(value)}'`);
    },
  });
}

/** Field access: the field's name is part of the node. */
function field(node: Extract<ASTNode, { op: '.' | '.?' }>): void {
  const [receiver, name] = node.args;
  const access = node.op === '.' ? celAccess : celOptionalAccess;
  setBehaviour(node, {
    check: (checker, _node, context) => {
      const type = String(checker.check(receiver, context));
      if (COMPARABLE[type] === undefined) return checker.dynType;
      throw checker.createError('cannot_index_type', `Cannot index type '${type}'`, node);
    },
    evaluate: (evaluator, _node, context) => {
      const value = evaluator.run(receiver, context);
      try {
        return access(value, name);
      } catch (error) {
        throw atPlace(node, error);
      }
    },
  });
}

function negation(node: Extract<ASTNode, { op: '-_' }>): void {
  setBehaviour(node, {
    evaluate: (evaluator, _node, context) => {
      const value = evaluator.run(node.args, context);
      try {
        return celNegate(value);
      } catch (error) {
        throw atPlace(node, error);
      }
    },
  });
}

/** Gives a node CEL's semantics over our value model; `optionalEntries` are the places of `[?x]` and `{?k: x}`. */
export function setSemantics(node: ASTNode, optionalEntries: ReadonlySet<number>): void {
  switch (node.op) {
    case '==':
      binary(node, (a, b) => celEquals(a, b), bool);
      break;
    case '!=':
      binary(node, (a, b) => !celEquals(a, b), bool);
      break;
    case '<':
      binary(node, (a, b) => celCompare(a, b, '<') < 0, orderedTypes);
      break;
    case '<=':
      binary(node, (a, b) => celCompare(a, b, '<=') <= 0, orderedTypes);
      break;
    case '>':
      binary(node, (a, b) => celCompare(a, b, '>') > 0, orderedTypes);
      break;
    case '>=':
      binary(node, (a, b) => celCompare(a, b, '>=') >= 0, orderedTypes);
      break;
    case 'in':
      binary(node, celIn, bool);
      break;
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const sign: ArithmeticOperator = node.op;
      binary(node, (a, b) => celArithmetic(sign, a, b));
      break;
    }
    case '-_':
      negation(node);
      break;
    case '&&':
      logical(node, false);
      break;
    case '||':
      logical(node, true);
      break;
    case '?:':
      conditional(node);
      break;
    case '.':
    case '.?':
      field(node);
      break;
    case '[]':
      binary(node, celAccess, dyn);
      break;
    case '[?]':
      binary(node, celOptionalAccess, dyn);
      break;
    case 'map':
      mapLiteral(node, optionalEntries);
      break;
    case 'list':
      if (optionalEntries.size > 0) optionalList(node, optionalEntries);
      break;
    default:
  }
}

function mapLiteral(node: Extract<ASTNode, { op: 'map' }>, optionalEntries: ReadonlySet<number>): void {
  const entries = node.args;
  setBehaviour(node, {
    ...(optionalEntries.size > 0 ? { check: checkAll(entries.flat()) } : {}),
    evaluate: (evaluator, _node, context) => {
      const values: [unknown, unknown][] = [];
      for (const [index, [keyNode, valueNode]] of entries.entries()) {
        const key = evaluator.run(keyNode, context);
        const value = evaluator.run(valueNode, context);
        if (!optionalEntries.has(index)) values.push([key, value]);
        else for (const present of presentValues(value, valueNode)) values.push([key, present]);
      }
      allocate(values.length);
      try {
        return celMap(values);
      } catch (error) {
        throw atPlace(node, error);
      }
    },
  });
}

const checkAll =
  (nodes: readonly ASTNode[]) =>
  (checker: Checker, _node: ASTNode, context: unknown): unknown => {
    for (const item of nodes) checker.check(item, context);
    return checker.dynType;
  };

function optionalList(node: Extract<ASTNode, { op: 'list' }>, optionalEntries: ReadonlySet<number>): void {
  const items = node.args;
  setBehaviour(node, {
    check: checkAll(items),
    evaluate: (evaluator, _node, context) =>
      items.flatMap((item, index) => {
        const value = evaluator.run(item, context);
        return optionalEntries.has(index) ? presentValues(value, item) : [value];
      }),
  });
}

/** Nothing, or the value of an optional. */
function presentValues(value: unknown, node: ASTNode): readonly unknown[] {
  if (value instanceof Optional) return value.hasValue() ? [value.value()] : [];
  throw failureAt(node, `an optional entry must be optional, got '${celTypeName(value)}'`);
}

/** has(e.f): whether the map has the field. */
export function setHas(node: ASTNode, selection: ASTNode): boolean {
  const name = fieldName(selection);
  const receiver = operandsOf(selection)[0];
  if (name === undefined || receiver === undefined) return false;
  setBehaviour(node, {
    check: (checker, _node, context) => {
      checker.check(receiver, context);
      return checker.boolType;
    },
    evaluate: (evaluator, _node, context) => {
      const value = evaluator.run(receiver, context);
      try {
        return celHas(value, name);
      } catch (error) {
        throw atPlace(node, error);
      }
    },
  });
  return true;
}

function fieldName(node: ASTNode): string | undefined {
  if (node.op === '.' || node.op === '.?') return node.args[1];
  // A quoted field arrives as an index.
  return node.op === '[]' && node.args[1].op === 'value' && typeof node.args[1].args === 'string' ? node.args[1].args : undefined;
}
