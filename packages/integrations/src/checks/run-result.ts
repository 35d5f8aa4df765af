import type { RunResult } from '@quarterdeck/contract/health';
import type { CheckResult } from './result.ts';

/** A result as `quarterdeck run --json` and Try it tell it. */
export function toRunResult(canary: string, result: CheckResult): RunResult {
  return {
    canary,
    namespace: result.namespace,
    name: result.name,
    type: result.type,
    status: result.pass ? 'healthy' : 'unhealthy',
    duration_ms: result.durationMs,
    message: result.message,
    error: result.error,
    invalid: result.invalid,
    labels: result.labels,
    results: result.detail ?? null,
  };
}
