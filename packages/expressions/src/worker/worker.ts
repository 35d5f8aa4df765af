import { parentPort } from 'node:worker_threads';
import { runJob } from '../evaluation.ts';
import { EvaluationFault, ExpressionError, messageOf } from '../expression-error.ts';
import { PendingCall } from '../external-functions.ts';
import { prepareJavaScript, runJavaScript } from '../javascript/run-javascript.ts';
import { needsJq, prepareJq } from '../jq/jq.ts';
import type { WorkerReply, WorkerRequest } from './messages.ts';
import { needsPreparation } from './preparation.ts';
import { decodeRecord, decodeValue, encodeValue } from './transfer.ts';

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message);
}

async function answer({ id, job, variables, results, timeoutMs }: WorkerRequest): Promise<void> {
  try {
    const given = decodeRecord(variables);
    const known = new Map(Object.entries(decodeRecord(results)));
    if (needsPreparation(job)) {
      if (job.kind === 'javascript') await prepareJavaScript();
      if (needsJq(job)) await prepareJq();
      reply({ kind: 'prepared', id });
    }
    const value =
      job.kind === 'javascript'
        ? await runJavaScript({
            source: job.source,
            variables: given,
            results: known,
            externalNames: job.externalNames,
            timeoutMs,
          })
        : runJob(job, given, known, Number.POSITIVE_INFINITY);
    reply({ kind: 'value', id, value: encodeValue(value) });
  } catch (error) {
    reply(failure(id, error));
  }
}

function failure(id: number, error: unknown): WorkerReply {
  if (error instanceof PendingCall) return { kind: 'pending', id, name: error.functionName, args: encodeValue(error.args) };
  if (error instanceof ExpressionError) {
    return { kind: 'error', id, code: error.code, reason: error.reason, line: error.line, column: error.column };
  }
  const code =
    error instanceof EvaluationFault ? error.code : error instanceof RangeError ? 'EXPRESSION_LIMIT' : 'EXPRESSION_FAILED';
  return { kind: 'error', id, code, reason: messageOf(error), line: undefined, column: undefined };
}

parentPort?.on('message', (request: WorkerRequest) => {
  void answer({ ...request, results: decodeValue(request.results) });
});
reply({ kind: 'ready' });
