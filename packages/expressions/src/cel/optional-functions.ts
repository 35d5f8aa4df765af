import { type ASTNode, Optional } from '@marcbachmann/cel-js';
import { isTrue } from '../template/truth.ts';
import { celTypeName } from './cel-types.ts';
import { fromCelArgument } from './cel-values.ts';
import { failureAt, setBehaviour } from './node-behaviour.ts';

/** optional.ofNonZeroValue: nothing for null, false, 0 and empty texts, lists and maps. */
export function ofNonZeroValue(value: unknown): Optional {
  return value === undefined || !isTrue(fromCelArgument(value)) ? Optional.none() : Optional.of(value);
}

interface LoopContext {
  forkWithVariable(name: string, type: unknown): LoopContext;
  reuse(parent: unknown): LoopContext;
  setIterValue(value: unknown, evaluator: unknown): LoopContext;
}

function isContext(value: unknown): value is LoopContext {
  return typeof value === 'object' && value !== null && 'forkWithVariable' in value;
}

/**
 * `optional.optMap(v, expression)` and `optFlatMap`: the expression with the optional's value as v, wrapped again for optMap;
 * nothing when there is no value.
 */
export function setOptionalMap(node: ASTNode, receiver: ASTNode, variable: string, body: ASTNode, isFlat: boolean): void {
  let scope: LoopContext | undefined;
  setBehaviour(node, {
    check: (checker, _node, context) => {
      checker.check(receiver, context);
      if (!isContext(context)) return checker.dynType;
      scope = context.forkWithVariable(variable, checker.dynType);
      checker.check(body, scope);
      return checker.dynType;
    },
    evaluate: (evaluator, _node, context) => {
      const optional = evaluator.run(receiver, context);
      if (!(optional instanceof Optional)) throw notOptional(node, optional);
      if (!optional.hasValue() || scope === undefined) return optional;
      const result = evaluator.run(body, scope.reuse(context).setIterValue(optional.value(), evaluator));
      if (!isFlat) return Optional.of(result);
      if (!(result instanceof Optional)) throw notOptional(body, result);
      return result;
    },
  });
}

function notOptional(node: ASTNode, value: unknown): Error {
  return failureAt(node, `expected an optional value, got '${celTypeName(value)}'`);
}
