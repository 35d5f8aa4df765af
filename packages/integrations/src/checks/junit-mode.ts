import type { CheckResult } from './result.ts';

/** Stands for the name, too, which the report has none of. Source: health-checks §2.1, §3.7. */
const DESCRIPTION = 'Result Mode: JUnit Report';

/**
 * All results of a run as one, for `resultMode: junit`. `startedAt` of the first and `durationMs` is the sum. Source: health-checks §3.7.
 */
export function combineResults(results: readonly CheckResult[]): CheckResult[] {
  const [first] = results;
  if (first === undefined) return [];
  const passed = results.filter((result) => result.pass).length;
  const failed = results.length - passed;
  const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0);
  const counts = [passed > 0 ? `${passed} passed` : '', failed > 0 ? `${failed} failed` : ''].filter((part) => part !== '');
  const tests = results.map((result) => ({
    name: result.name,
    classname: result.type,
    duration: result.durationMs / 1000,
    status: result.pass ? 'passed' : 'failed',
    message: result.message,
    error: result.error,
  }));
  const combined: CheckResult = {
    ...first,
    key: 'junit',
    type: 'junit',
    name: DESCRIPTION,
    description: DESCRIPTION,
    endpoint: 'combined',
    pass: failed === 0,
    invalid: false,
    message: `${counts.join(', ')} in ${durationMs / 1000}s`,
    error: results
      .filter((result) => result.error !== '')
      .map((result) => `${result.name}: ${result.error}`)
      .join(', '),
    durationMs,
    detail: { name: 'combined', passed, failed, duration: durationMs / 1000, tests },
    data: {},
    metrics: results.flatMap((result) => result.metrics),
    transformed: false,
  };
  return [combined];
}
