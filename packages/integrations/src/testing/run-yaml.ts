import { tmpdir } from 'node:os';
import { createExpressionEngine, type ExpressionEngine } from '@quarterdeck/expressions';
import { parseCanaryText } from '../canary/parse-text.ts';
import { type CheckRunnerOptions, createCheckRunner } from '../checks/check-runner.ts';
import type { CheckContext, CheckResult } from '../checks/result.ts';
import { noConnections, noValues } from '../values/no-providers.ts';

let engine: ExpressionEngine | undefined;

/** One engine for all tests of a file. */
function sharedEngine(): ExpressionEngine {
  engine ??= createExpressionEngine();
  return engine;
}

/** A context with real time and without stores. */
export function testContext(changes: Partial<CheckContext> = {}): CheckContext {
  return {
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    log: { debug: () => undefined, warn: () => undefined },
    signal: new AbortController().signal,
    expressions: sharedEngine(),
    values: noValues,
    connections: noConnections,
    tempDir: tmpdir(),
    ...changes,
  };
}

/** Runs every check of a canary text once and gives the results in order. */
export async function runYaml(
  text: string,
  context: Partial<CheckContext> = {},
  options: CheckRunnerOptions = {},
): Promise<CheckResult[]> {
  const runner = createCheckRunner(options);
  const results: CheckResult[] = [];
  for (const { canary, checks } of parseCanaryText(text, { file: 'test.yaml' }).canaries) {
    results.push(...(await runner.run(canary, checks, testContext(context))));
  }
  await runner.close();
  return results;
}

/** Runs a text with exactly one check and gives its result. */
export async function runOne(
  text: string,
  context: Partial<CheckContext> = {},
  options: CheckRunnerOptions = {},
): Promise<CheckResult> {
  const [result, ...others] = await runYaml(text, context, options);
  if (result === undefined || others.length > 0) throw new Error(`expected one result, got ${others.length + (result ? 1 : 0)}`);
  return result;
}
