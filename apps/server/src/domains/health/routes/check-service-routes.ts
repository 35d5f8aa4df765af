import { QuarterdeckError } from '@quarterdeck/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteAudit } from '../../../http/audit-note.ts';
import { allow } from '../../../http/guard.ts';
import type { HealthClock, HealthDatabase } from '../environment.ts';
import type { HealthProperties } from '../properties.ts';
import { isUuid } from '../runs/run-now.ts';
import type { WebhookCall } from '../runs/webhook.ts';
import { webhookHeaders } from '../runs/webhook-headers.ts';
import { checkWithStatuses } from '../stats/check-with-statuses.ts';
import { checkGraph } from '../stats/graph.ts';
import { checkExists } from '../stats/stats-store.ts';
import { readStatusDetails } from '../stats/status-details.ts';
import { parseTimeSpan } from '../stats/time-span.ts';
import { chooseEncoding, readSummaryRequest } from '../summary/summary-request.ts';
import type { SummaryService } from '../summary/summary-service.ts';

const READ = allow({ resource: 'canaries', right: 'read' });
const WRITE = allow({ resource: 'canaries', right: 'write' });
const RUN = allow({ resource: 'canaries', right: 'run' });

export interface CheckServiceOptions {
  db: HealthDatabase;
  clock: HealthClock;
  runnerName: string;
  properties: HealthProperties;
  summary: SummaryService;
  runNow(checkId: string, signal: AbortSignal): Promise<Record<string, unknown>>;
  push(body: unknown): Promise<void>;
  webhook(call: WebhookCall, signal: AbortSignal): Promise<void>;
}

type Query = Readonly<Record<string, string | undefined>>;
type Get = FastifyRequest<{ Querystring: Query }>;

const MAX_WEBHOOK_TEXT_BYTES = 10 * 1024;

async function sendSummary(
  options: CheckServiceOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  given: unknown,
): Promise<unknown> {
  const answer = await options.summary.answer(
    readSummaryRequest(typeof given === 'object' && given !== null ? { ...given } : {}),
  );
  reply.header('etag', answer.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(await answer.bytes(encoding));
}

function checkIdOf(query: Query): string {
  const id = query.check ?? '';
  if (!isUuid(id)) throw new QuarterdeckError('BAD_REQUEST', 'check must be the id of a check');
  return id;
}

/** Aborted when the client goes away before it has its answer. */
function abortWhenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client went away'));
  });
  return controller.signal;
}

function webhookBody(request: FastifyRequest): WebhookCall['body'] {
  const { body } = request;
  if (request.headers['content-type'] === 'application/json') {
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { json: { ...body } };
    throw new QuarterdeckError('BAD_REQUEST', 'the body must be a JSON object');
  }
  const text = typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);
  return { content: Buffer.from(text).subarray(0, MAX_WEBHOOK_TEXT_BYTES).toString() };
}

async function receiveWebhook(options: CheckServiceOptions, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { params, query } = request;
  const name = typeof params === 'object' && params !== null && 'name' in params ? String(params.name) : '';
  const fromQuery = typeof query === 'object' && query !== null && 'token' in query ? String(query.token) : undefined;
  const header = request.headers['webhook-token'];
  const token = fromQuery ?? (Array.isArray(header) ? header[0] : header);
  const call: WebhookCall = { name, token, headers: webhookHeaders(request.raw.rawHeaders), body: webhookBody(request) };
  await options.webhook(call, abortWhenGone(reply));
  return { message: 'ok' };
}

/**
 * The check service's own API. The server has already made `/canary/api/x`, `/api/canary/api/x`, `/canary/x` and `/api/x` the same `/x`.
 * Source: health-checks §6.
 */
export function checkServiceRoutes(http: FastifyInstance, options: CheckServiceOptions): void {
  const { db, clock, runnerName, properties } = options;
  const figures = async () => {
    await properties.refresh();
    return { nowMs: clock.now().getTime(), retention: { rawDays: properties.retentionDays }, runnerName };
  };
  const spanOf = (query: Query) => parseTimeSpan(query.start ?? query.since, query.end ?? query.until, clock.now());

  http.get('/summary', READ, (request, reply) => sendSummary(options, request, reply, request.query));
  http.post('/summary', READ, (request, reply) => sendSummary(options, request, reply, request.body));

  http.get('/graph', READ, async (request: Get) => {
    const id = checkIdOf(request.query);
    const span = spanOf(request.query);
    if (!(await checkExists(db, id))) throw new QuarterdeckError('CHECK_NOT_FOUND', 'check not found');
    const startedMs = clock.monotonicMs();
    const graph = await checkGraph(db, id, span, await figures());
    return { duration: Math.round(clock.monotonicMs() - startedMs), ...graph };
  });

  http.get('/details', READ, async (request: Get, reply) => {
    const details = await readStatusDetails(db, request.query.key, request.query.time);
    return reply.type('application/json; charset=utf-8').send(details);
  });

  http.get('/', READ, async (request: Get) => {
    const { query } = request;
    const includeMessages = query.includeMessages === 'true';
    return checkWithStatuses(db, checkIdOf(query), spanOf(query), { ...(await figures()), includeMessages });
  });

  http.post('/push', WRITE, async (request, reply) => {
    await options.push(request.body);
    return reply.code(201).send();
  });
  http.post('/run/check/:id', RUN, (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
    options.runNow(request.params.id, abortWhenGone(reply)),
  );
  http.register(async (scope) => {
    // Whatever is sent is data; only JSON is read further.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { name: string } }>('/webhook/:name', allow('public'), async (request, reply) => {
      // Before it is judged, so that a wrong token is on record too.
      noteAudit(request, { actor: 'webhook', action: 'call', resource: 'canaries', resourceId: request.params.name });
      return receiveWebhook(options, request, reply);
    });
  });
}
