import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { allocate, allocateResult, chargeArguments } from '../budget.ts';
import { Duration } from '../duration.ts';
import { EvaluationFault } from '../expression-error.ts';
import { callExternal } from '../external-functions.ts';
import type { CelFunction, CelReturn } from './cel-function.ts';
import { CEL_GLOBALS } from './cel-globals.ts';
import { CEL_METHODS } from './cel-methods.ts';
import { CEL_NAMESPACES } from './cel-namespaces.ts';
import { fromCelArgument, InputReader, toCelDuration } from './cel-values.ts';

const LIMITS = { maxAstNodes: 5_000, maxDepth: 100, maxListElements: 1_000, maxMapEntries: 1_000, maxCallArguments: 32 };

const RETURN_TYPES: Readonly<Record<CelReturn, string>> = {
  dyn: 'dyn',
  bool: 'bool',
  string: 'string',
  int: 'int',
  double: 'double',
  list: 'list',
  map: 'map',
  bytes: 'bytes',
  time: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};

export const MAX_EXTERNAL_ARGUMENTS = 4;

/** Internal names, which keep our functions apart from the library's overloads of the same name. */
export const internalGlobal = (name: string): string => `qd_${name}`;
export const internalMethod = (name: string): string => `qd_${name}`;
export const internalNamespaced = (namespace: string, name: string): string => `qd_${namespace}_${name}`;
export const internalExternal = (name: string): string => `qdx_${name.replaceAll('.', '_')}`;

function handlerOf(definition: CelFunction, skipReceiver: boolean): (...args: unknown[]) => unknown {
  return (...args) => {
    try {
      const given = skipReceiver ? args.slice(1) : args;
      chargeArguments(given);
      const result = definition.run(definition.takesCelValues === true ? given : given.map(fromCelArgument));
      allocateResult(result);
      return toCel(result, definition.makesData);
    } catch (error) {
      // The library adds the place in the expression to its own errors only.
      if (error instanceof EvaluationFault && error.code === 'EXPRESSION_FAILED') throw new EvaluationError(error.message);
      throw error;
    }
  };
}

function toCel(value: unknown, isNewData: boolean): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Duration) return toCelDuration(value);
  if (!isNewData) return value;
  const reader = new InputReader();
  const data = reader.read(value);
  allocate(2 * reader.size);
  return data;
}

interface Registration {
  readonly name: string;
  readonly isMethod: boolean;
  /** Number of arguments besides the receiver. */
  readonly parameters: number;
  readonly returnType: string;
  readonly handler: (...args: unknown[]) => unknown;
}

function register(environment: Environment, { name, isMethod, parameters, returnType, handler }: Registration): void {
  const params = Array.from({ length: parameters }, () => ({ type: 'dyn' }));
  environment.registerFunction({ name, returnType, params, handler, async: false, ...(isMethod ? { receiverType: 'dyn' } : {}) });
}

function createBaseEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: LIMITS,
  });
  for (const [name, definition] of Object.entries(CEL_GLOBALS)) {
    const handler = handlerOf(definition, false);
    for (const arity of definition.arities) {
      register(environment, {
        name: internalGlobal(name),
        isMethod: false,
        parameters: arity,
        returnType: RETURN_TYPES[definition.returns],
        handler,
      });
    }
  }
  for (const [name, definition] of Object.entries(CEL_METHODS)) {
    const handler = handlerOf(definition, false);
    for (const arity of definition.arities) {
      register(environment, {
        name: internalMethod(name),
        isMethod: true,
        parameters: arity - 1,
        returnType: RETURN_TYPES[definition.returns],
        handler,
      });
    }
  }
  for (const [namespace, functions] of Object.entries(CEL_NAMESPACES)) {
    for (const [name, definition] of Object.entries(functions)) {
      const handler = handlerOf(definition, true);
      const returnType = RETURN_TYPES[definition.returns];
      for (const arity of definition.arities) {
        register(environment, {
          name: internalNamespaced(namespace, name),
          isMethod: true,
          parameters: arity,
          returnType,
          handler,
        });
      }
    }
  }
  return environment;
}

let base: Environment | undefined;
const withExternals = new Map<string, Environment>();
const MAX_ENVIRONMENTS = 200;

/** The environment in which these functions of the caller exist besides ours. */
export function environmentFor(externalNames: readonly string[]): Environment {
  base ??= createBaseEnvironment();
  if (externalNames.length === 0) return base;
  const key = externalNames.join('\n');
  const cached = withExternals.get(key);
  if (cached !== undefined) return cached;
  const environment = base.clone();
  for (const name of externalNames) {
    const isMethod = name.includes('.');
    const call = (...args: unknown[]): unknown => {
      const given = (isMethod ? args.slice(1) : args).map(fromCelArgument);
      return new InputReader().read(callExternal(name, given));
    };
    for (let parameters = 0; parameters <= MAX_EXTERNAL_ARGUMENTS; parameters++) {
      register(environment, { name: internalExternal(name), isMethod, parameters, returnType: 'dyn', handler: call });
    }
  }
  if (withExternals.size >= MAX_ENVIRONMENTS) withExternals.clear();
  withExternals.set(key, environment);
  return environment;
}
