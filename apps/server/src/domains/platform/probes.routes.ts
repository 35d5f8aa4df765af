import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { allow } from '../../http/guard.ts';

const READY_WITHIN_MS = 2_000;
/** Programs that watch the server ask without an account. */
const PUBLIC = allow('public');

/** /healthz: the process runs. /readyz: it can also do its work. /metrics: Prometheus text. */
export function registerProbes(http: FastifyInstance, ctx: Pick<AppContext, 'db' | 'clock' | 'metrics' | 'signal'>): void {
  http.get('/healthz', PUBLIC, async (_request, reply) => reply.type('text/plain').send('OK'));
  http.get('/health', PUBLIC, async (_request, reply) => reply.type('text/plain').send('OK'));
  http.get('/_health', PUBLIC, async () => ({ health: 'ok' }));
  http.get('/readyz', PUBLIC, async (_request, reply) => {
    if (ctx.signal.aborted) return reply.code(503).send({ ready: false, reason: 'shutting down' });
    const reason = await databaseProblem(ctx);
    return reason === undefined ? { ready: true, engine: ctx.db.engine } : reply.code(503).send({ ready: false, reason });
  });
  http.get('/metrics', PUBLIC, async (_request, reply) => reply.type(ctx.metrics.contentType).send(await ctx.metrics.metrics()));
}

async function databaseProblem({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<string | undefined> {
  const late = new AbortController();
  const answer = db.query('SELECT 1').then(
    () => undefined,
    () => 'the database does not answer',
  );
  const problem = await Promise.race([
    answer,
    clock.sleep(READY_WITHIN_MS, late.signal).then(() => 'the database is slow to answer'),
  ]);
  late.abort();
  return problem;
}
