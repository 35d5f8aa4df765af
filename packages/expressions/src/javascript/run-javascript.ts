import { EvaluationFault } from '../expression-error.ts';
import type { KnownResults } from '../external-functions.ts';

/** Runs an ES5 script in an isolated interpreter; the value of the last statement is the text. */
export async function runJavaScript(
  _source: string,
  _variables: Readonly<Record<string, unknown>>,
  _results: KnownResults,
  _externalNames: readonly string[],
  _timeoutMs: number,
): Promise<string> {
  throw new EvaluationFault('JavaScript templates are not available');
}
