import type { FastifyInstance } from 'fastify';

/** What pages of other origins may send. Source: console-calls §0.1 (with the stray header `responseType` of two clients). */
const REQUEST_HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'if-none-match',
  'last-event-id',
  'prefer',
  'range',
  'range-unit',
  'responsetype',
  'x-csrf-token',
  'x-session-token',
].join(', ');
/** What such a page may read of an answer besides its body. */
const ANSWER_HEADERS = [
  'content-disposition',
  'content-range',
  'etag',
  'location',
  'preference-applied',
  'retry-after',
  'server-timing',
  'x-rbac-subject',
  'x-rbac-object',
  'x-rbac-action',
  'x-rbac-missing',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the listed origins call this server with credentials. Other origins get no such header and thereby nothing.
 * Source: console-calls §0.2 (direct mode).
 */
export function registerCors(http: FastifyInstance, allowedOrigins: readonly string[]): void {
  if (allowedOrigins.length === 0) return;
  const allowed = new Set(allowedOrigins);
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': ANSWER_HEADERS,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    void reply.headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
    });
    return reply.code(204).send();
  });
  // Last of all, because some routes say themselves what their answer depends on.
  http.addHook('onSend', async (_request, reply) => {
    const vary = reply.getHeader('vary');
    void reply.header('vary', typeof vary === 'string' && vary !== '' ? `${vary}, origin` : 'origin');
  });
}
