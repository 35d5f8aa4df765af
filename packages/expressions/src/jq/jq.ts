import { assertListLength, charge } from '../budget.ts';
import { toText } from '../coerce.ts';
import { EvaluationFault, messageOf } from '../expression-error.ts';
import { toJson } from '../functions/json.ts';
import type { JqProgram } from './load-jq.ts';

let loaded: JqProgram | undefined;

/** Whether an evaluation may call jq, which only works in a worker that has loaded it. */
export function needsJq({ kind, source }: { readonly kind: string; readonly source: string }): boolean {
  return kind !== 'javascript' && /\b(?:jq|JQ)\b/.test(source);
}

/** Makes jq available to the evaluations of this thread. */
export async function prepareJq(): Promise<void> {
  if (loaded !== undefined) return;
  const { loadJq } = await import('./load-jq.ts');
  loaded = await loadJq();
}

/** `jq(program, value)`: the program's output; a list when there is not exactly one. */
export function jq(program: unknown, value: unknown): unknown {
  if (loaded === undefined) throw new EvaluationFault('jq is not available here');
  const json = toJson(value);
  charge(json.length);
  let output: string;
  try {
    output = loaded(json, toText(program));
  } catch (error) {
    throw jqFault(messageOf(error));
  }
  const values = output === '' ? [] : output.split('\n').map((line): unknown => JSON.parse(line));
  assertListLength(values.length);
  return values.length === 1 ? values[0] : values;
}

/** jq's message without the parts that only mean something on a command line. */
function jqFault(message: string): EvaluationFault {
  const first = message.replace(/^jq: (?:error(?: \(at [^)]*\))?: )?/, '').split('\n')[0] ?? message;
  if (/abort|memory/i.test(first)) return new EvaluationFault('jq: the program needs too much memory', 'EXPRESSION_LIMIT');
  if (/writing output failed/i.test(first)) return new EvaluationFault('jq: the output is too long', 'EXPRESSION_LIMIT');
  return new EvaluationFault(`jq: ${first.replace(' (Unix shell quoting issues?)', '').trim()}`);
}
