import { QuarterdeckError } from '@quarterdeck/contract';
import { ConnectionTestRequestSchema } from '@quarterdeck/contract/connections';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { allow } from '../../http/guard.ts';
import type { ConnectionTests } from './tests/connection-tests.ts';

const WRITE = allow({ resource: 'connections', right: 'write' });

function readRequest(body: unknown) {
  const parsed = ConnectionTestRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new QuarterdeckError('BAD_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not a connection'}`);
}

/** Aborts when the caller hangs up or the server stops. */
function signalOf(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, stopping]);
}

/** Tests of connections. Source: automation-and-access §4.3. */
export function connectionRoutes(http: FastifyInstance, tests: ConnectionTests, stopping: AbortSignal): void {
  http.post<{ Params: { id: string } }>('/connection/test/:id', WRITE, (request, reply) =>
    tests.testStored(request.params.id, signalOf(reply, stopping)),
  );
  http.post('/connections/test', WRITE, (request, reply) =>
    tests.testUnsaved(readRequest(request.body), signalOf(reply, stopping)),
  );
}
