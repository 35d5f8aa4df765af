import { QuarterdeckError } from '@quarterdeck/contract';
import { type RunResult, type SpecIssue, TryRequestSchema, type TryResponse } from '@quarterdeck/contract/health';
import { toRunResult } from '@quarterdeck/integrations/run';
import { type ParsedCanary, parseCanaryText } from '@quarterdeck/integrations/spec';
import type { HealthClock } from '../environment.ts';
import type { CheckExecutor } from '../runs/check-executor.ts';
import { readCanary } from './canary-definition.ts';

function readRequest(body: unknown): { canaries: ParsedCanary[]; issues: SpecIssue[] } {
  const parsed = TryRequestSchema.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new QuarterdeckError('BAD_REQUEST', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'is not usable'}`);
  }
  const { name, namespace, labels, spec, yaml } = parsed.data;
  if (yaml !== undefined) {
    const read = parseCanaryText(yaml, { file: name, namespace });
    return { canaries: read.canaries, issues: [...read.issues, ...read.canaries.flatMap((canary) => canary.issues)] };
  }
  if (spec === undefined) throw new QuarterdeckError('BAD_REQUEST', 'spec or yaml is needed');
  const canary = readCanary({ name, namespace, labels: labels ?? null, annotations: null, spec });
  return { canaries: [canary], issues: canary.issues };
}

/**
 * Runs an unsaved definition once and stores nothing. Checks with usable parts run even when others have errors.
 * @throws BAD_REQUEST
 */
export async function tryCanary(
  options: { executor: CheckExecutor; clock: HealthClock },
  body: unknown,
  signal: AbortSignal,
): Promise<TryResponse> {
  const startedMs = options.clock.monotonicMs();
  const { canaries, issues } = readRequest(body);
  const results: RunResult[] = [];
  for (const parsed of canaries) {
    const found = await options.executor.runUnsaved(parsed.canary, parsed.checks, signal);
    results.push(...found.map((result) => toRunResult(parsed.canary.name, result)));
  }
  return { results, issues, duration_ms: Math.round(options.clock.monotonicMs() - startedMs) };
}
