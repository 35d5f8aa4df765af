import { TypeError as CelTypeError, EvaluationError, Optional, ParseError } from '@marcbachmann/cel-js';
import { StepsExhausted } from '../budget.ts';
import { EvaluationFault, ExpressionError, locate, messageOf } from '../expression-error.ts';
import { PendingCall } from '../external-functions.ts';
import { LruCache } from '../lru-cache.ts';
import { InputReader } from './cel-values.ts';
import { environmentFor } from './environment.ts';
import { internalTypeVariable, rewrite } from './rewrite.ts';
import { prepareSource } from './source.ts';

export interface CompiledCel {
  /** Names of the variables that the expression may read. */
  readonly variables: readonly string[];
  /** The expression can multiply values; it does not run on the main thread. */
  readonly needsWorker: boolean;
  /** Evaluates in the CEL value model. Throws ExpressionError, StepsExhausted or PendingCall. */
  run(variables: Readonly<Record<string, unknown>>): unknown;
}

const MAX_EXPRESSION_LENGTH = 64 * 1024;
const MAX_BINDINGS = 3;
/** Places of errors of the preparation are already those of the expression. */
const AS_WRITTEN = (offset: number): number => offset;
const cache = new LruCache<CompiledCel | ExpressionError>(2_000);

/** Compiled expression from the cache or new; throws ExpressionError. */
export function compileCel(expression: string, externalNames: readonly string[]): CompiledCel {
  const key = externalNames.length === 0 ? expression : `${externalNames.join('\n')}\n\0${expression}`;
  const cached = cache.get(key);
  if (cached !== undefined) {
    if (cached instanceof ExpressionError) throw cached;
    return cached;
  }
  try {
    const compiled = compile(expression, externalNames);
    cache.set(key, compiled);
    return compiled;
  } catch (error) {
    if (error instanceof ExpressionError) cache.set(key, error);
    throw error;
  }
}

function compile(expression: string, externalNames: readonly string[]): CompiledCel {
  if (expression.length > MAX_EXPRESSION_LENGTH) {
    throw new ExpressionError('EXPRESSION_LIMIT', `expression is longer than ${MAX_EXPRESSION_LENGTH} characters`, {
      expression,
    });
  }
  const environment = environmentFor(externalNames);
  const source = guarded(expression, 'EXPRESSION_INVALID', AS_WRITTEN, () => prepareSource(expression));
  const place = (offset: number): number => source.originalOffset(offset);
  const parsed = guarded(expression, 'EXPRESSION_INVALID', place, () => {
    const program = environment.parse(source.text);
    const analysis = rewrite(program.ast, {
      externalNames: new Set(externalNames),
      parse: (text) => environment.parse(text).ast,
    });
    const check = program.check();
    if (check.error !== undefined) throw check.error;
    return { program, analysis };
  });
  const { program, analysis } = parsed;
  const variables = [...analysis.variables];
  const types = [...analysis.typeNames].map((name): [string, unknown] => [name, environment.evaluate(name)]);
  return {
    variables: [...variables, ...analysis.typeNames],
    needsWorker: analysis.bindings > MAX_BINDINGS,
    run: (given) =>
      guarded(expression, 'EXPRESSION_FAILED', place, () => {
        const reader = new InputReader();
        const context: Record<string, unknown> = Object.create(null);
        for (const name of variables) {
          if (Object.hasOwn(given, name) && given[name] !== undefined) context[name] = reader.read(given[name]);
        }
        for (const [name, type] of types) {
          context[internalTypeVariable(name)] = Object.hasOwn(given, name) ? reader.read(given[name]) : type;
        }
        return program(context);
      }),
  };
}

/** Turns everything that can go wrong in the library into an ExpressionError with a place. */
function guarded<T>(
  expression: string,
  code: 'EXPRESSION_INVALID' | 'EXPRESSION_FAILED',
  originalOffset: (offset: number) => number,
  run: () => T,
): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof StepsExhausted || error instanceof PendingCall || error instanceof ExpressionError) throw error;
    if (error instanceof ParseError || error instanceof CelTypeError || error instanceof EvaluationError) {
      const place = error.range === undefined ? {} : locate(expression, originalOffset(error.range.start));
      throw new ExpressionError(error.code === 'limit_exceeded' ? 'EXPRESSION_LIMIT' : code, error.summary, {
        expression,
        ...place,
      });
    }
    if (error instanceof EvaluationFault) {
      const place = error.offset === undefined ? {} : locate(expression, originalOffset(error.offset));
      throw new ExpressionError(error.code, error.message, { expression, ...place });
    }
    if (error instanceof RangeError) {
      throw new ExpressionError('EXPRESSION_LIMIT', `expression needs too much memory or depth: ${error.message}`, {
        expression,
      });
    }
    throw new ExpressionError(code, messageOf(error), { expression });
  }
}

/** Value of a CEL result for Go's formatting: a missing optional prints as nothing. */
export function unwrapOptional(value: unknown): unknown {
  if (!(value instanceof Optional)) return value;
  return value.hasValue() ? unwrapOptional(value.value()) : '';
}
