import { type ASTNode, EvaluationError } from '@marcbachmann/cel-js';
import { EvaluationFault } from '../expression-error.ts';

/** The library's checker of types, as far as our operators use it. */
export interface Checker {
  check(node: ASTNode, context: unknown): unknown;
  readonly dynType: unknown;
  readonly boolType: unknown;
  createError(code: string, message: string, node: ASTNode): Error;
}

/** The library's evaluator, as far as our operators use it. */
export interface Evaluator {
  run(node: ASTNode, context: unknown): unknown;
}

export interface NodeBehaviour {
  /** Checks the operands and gives the type of the result; without it the library's check stays. */
  check?(checker: Checker, node: ASTNode, context: unknown): unknown;
  evaluate(evaluator: Evaluator, node: ASTNode, context: unknown): unknown;
}

/**
 * Replaces how a node is checked and evaluated. The library keeps both in the node's `meta`; macros that it expanded while
 * parsing are put aside.
 */
export function setBehaviour(node: ASTNode, behaviour: NodeBehaviour): void {
  const meta: unknown = Reflect.get(node, 'meta');
  if (typeof meta !== 'object' || meta === null) return;
  const { check } = behaviour;
  if (check !== undefined) Reflect.set(meta, 'check', check.bind(behaviour));
  Reflect.set(meta, 'evaluate', behaviour.evaluate.bind(behaviour));
  Reflect.set(meta, 'alternate', undefined);
  Reflect.set(meta, 'macro', undefined);
  // All functions are synchronous.
  Reflect.set(meta, 'async', false);
}

/** The error of one operation: a fault becomes an error that names the node's place; others stay. */
export function atPlace(node: ASTNode, error: unknown): unknown {
  return error instanceof EvaluationFault && error.code === 'EXPRESSION_FAILED'
    ? new EvaluationError(error.message, node)
    : error;
}

/** The error of a node that cannot go on. */
export function failureAt(node: ASTNode, message: string): EvaluationError {
  return new EvaluationError(message, node);
}
