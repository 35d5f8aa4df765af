import type { CollectedResult } from '../results/collect-results.ts';
import type { LoadedCanary } from '../scheduling/canary-cache.ts';
import type { CheckMetrics } from './check-metrics.ts';
import type { CustomMetrics } from './custom-metrics.ts';

function withFailure(entry: CollectedResult, problem: string): CollectedResult {
  const error = [entry.result.error, problem].filter((text) => text !== '').join(', ');
  return { ...entry, result: { ...entry.result, pass: false, error }, row: { ...entry.row, pass: false, error } };
}

/** Records the metrics of a run. A result whose own metric is refused fails. Source: health-checks §3.6. */
export function measureResults(
  metrics: { checks: CheckMetrics; custom: CustomMetrics },
  canary: LoadedCanary,
  collected: readonly CollectedResult[],
): CollectedResult[] {
  return collected.map((entry) => {
    const problems = entry.result.metrics.length === 0 ? [] : metrics.custom.record(entry.checkId, entry.result.metrics);
    const measured = problems.length === 0 ? entry : withFailure(entry, problems.join(', '));
    metrics.checks.record(canary, measured.checkId, measured.result);
    return measured;
  });
}
