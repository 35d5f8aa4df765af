import { QuarterdeckError } from '@quarterdeck/contract';
import { canaryJsonSchema, canarySpecJsonSchema } from '@quarterdeck/integrations/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allow } from '../../../http/guard.ts';
import type { CanaryService } from '../canaries/canary-service.ts';
import { tryCanary } from '../canaries/try-canary.ts';
import type { HealthClock, HealthDatabase } from '../environment.ts';
import type { HealthProperties } from '../properties.ts';
import type { CheckExecutor } from '../runs/check-executor.ts';
import { isUuid } from '../runs/run-now.ts';
import { checkStats } from '../stats/check-stats.ts';
import { checkExists } from '../stats/stats-store.ts';
import { parseTimeSpan } from '../stats/time-span.ts';
import { readStripIds, readStrips } from '../summary/strips.ts';

const READ = allow({ resource: 'canaries', right: 'read' });
const WRITE = allow({ resource: 'canaries', right: 'write' });

export interface HealthRouteOptions {
  db: HealthDatabase;
  clock: HealthClock;
  properties: HealthProperties;
  canaries: CanaryService;
  executor: CheckExecutor;
  signal: AbortSignal;
}

type WithId = FastifyRequest<{ Params: { id: string } }>;

function canaryIdOf(request: WithId): string {
  const { id } = request.params;
  if (!isUuid(id)) throw new QuarterdeckError('CANARY_NOT_FOUND', 'canary not found');
  return id;
}

function schemaRoutes(http: FastifyInstance): void {
  const send = (reply: FastifyReply, schema: string) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(schema);
  const spec = JSON.stringify(canarySpecJsonSchema());
  const canary = JSON.stringify(canaryJsonSchema());
  http.get('/schemas/canary.spec.schema.json', allow('public'), (_request, reply) => send(reply, spec));
  http.get('/schemas/canary.schema.json', allow('public'), (_request, reply) => send(reply, canary));
}

/** Quarterdeck's own health endpoints. */
export function healthRoutes(http: FastifyInstance, options: HealthRouteOptions): void {
  const { db, clock, properties, canaries, executor, signal } = options;

  http.get('/health/strips', READ, (request: FastifyRequest<{ Querystring: { ids?: string } }>) =>
    readStrips(db, readStripIds(request.query.ids)),
  );

  http.get(
    '/health/checks/:id/stats',
    READ,
    async (request: FastifyRequest<{ Params: { id: string }; Querystring: { start?: string; end?: string } }>) => {
      const { id } = request.params;
      const span = parseTimeSpan(request.query.start, request.query.end, clock.now());
      if (!isUuid(id) || !(await checkExists(db, id))) throw new QuarterdeckError('CHECK_NOT_FOUND', 'check not found');
      await properties.refresh();
      return checkStats(db, id, span, { nowMs: clock.now().getTime(), retention: { rawDays: properties.retentionDays } });
    },
  );

  http.post('/health/canaries', WRITE, async (request, reply) => reply.code(201).send(await canaries.create(request.body)));
  http.put('/health/canaries/:id', WRITE, (request: WithId) => canaries.update(canaryIdOf(request), request.body));
  http.delete('/health/canaries/:id', WRITE, (request: WithId) => canaries.remove(canaryIdOf(request)));
  http.post('/health/canaries/:id/restore', WRITE, (request: WithId) => canaries.restore(canaryIdOf(request)));
  http.post('/health/canaries/try', WRITE, (request) => tryCanary({ executor, clock }, request.body, signal));
  schemaRoutes(http);
}
