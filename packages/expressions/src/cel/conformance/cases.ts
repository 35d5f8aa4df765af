import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { runWithSteps } from '../../budget.ts';
import { ExpressionError } from '../../expression-error.ts';
import { runWithResults } from '../../external-functions.ts';
import { compileCel } from '../compile.ts';
import { describeValue, ForeignValue, readValue } from './values.ts';

type Suite = typeof tests;
type Original = NonNullable<Suite['tests']>[number]['original'];

/** One test of the CEL conformance data. */
export interface ConformanceCase {
  /** Suites and name, joined by slashes. */
  readonly path: string;
  readonly expression: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The wanted value with its type, `error`, or `any` when only evaluating counts. */
  readonly wanted: string;
  /** A variable or the result is a protobuf message. */
  readonly hasMessage: boolean;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

export function readCases(suite: Suite = tests, path: readonly string[] = []): ConformanceCase[] {
  const own = (suite.tests ?? []).map(({ original }) => readCase(original, path));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => readCases(inner, [...path, inner.name]))];
}

function readCase(original: Original, path: readonly string[]): ConformanceCase {
  const base = { path: [...path, original.name ?? original.expr].join('/'), expression: original.expr };
  try {
    return { ...base, variables: readBindings(original), wanted: readWanted(original), hasMessage: false };
  } catch (error) {
    if (!(error instanceof ForeignValue)) throw error;
    return { ...base, variables: {}, wanted: 'message', hasMessage: true };
  }
}

function readBindings(original: Original): Record<string, unknown> {
  const bindings = member(original, 'bindings');
  const entries = Object.entries(typeof bindings === 'object' && bindings !== null ? bindings : {});
  return Object.fromEntries(entries.map(([name, binding]) => [name, readValue(member(binding, 'value'))]));
}

function readWanted(original: Original): string {
  if (member(original, 'evalError') !== undefined || member(original, 'anyEvalErrors') !== undefined) return 'error';
  if (member(original, 'unknown') !== undefined) throw new ForeignValue('unknown');
  const value = member(original, 'value');
  const typeName = member(value, 'typeValue');
  if (typeName !== undefined) return `type ${String(typeName)}`;
  if (value !== undefined) return describeValue(readValue(value));
  const typed = member(original, 'typedResult');
  if (typed === undefined) return describeValue(true);
  const result = member(typed, 'result');
  return result === undefined ? 'any' : describeValue(readValue(result));
}

/** What the engine makes of a test: the value with its type, or `error: …`. */
export function outcomeOf({ expression, variables }: ConformanceCase): string {
  try {
    const run = (): unknown => compileCel(expression, []).run(variables);
    return describeValue(runWithSteps(Number.POSITIVE_INFINITY, () => runWithResults(new Map(), run)));
  } catch (error) {
    if (error instanceof ExpressionError) return `error: ${error.message}`;
    throw error;
  }
}

export function isWanted({ wanted }: ConformanceCase, outcome: string): boolean {
  const failed = outcome.startsWith('error: ');
  if (wanted === 'error') return failed;
  return wanted === 'any' ? !failed : outcome === wanted;
}
