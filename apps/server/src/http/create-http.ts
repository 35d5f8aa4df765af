import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { type FastifyInstance, fastify } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { contentSecurityPolicy, type OutsideSources } from './content-security-policy.ts';
import { registerErrorHandler } from './error-handler.ts';
import { rewriteUrl } from './rewrite-url.ts';

const BODY_MOST_BYTES = 5 * 1024 * 1024;
const COMPRESS_FROM_BYTES = 1024;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The HTTP server without any route: addresses, errors, limits, compression, security headers and timing. */
export async function createHttp(options: {
  clock: Clock;
  log: Logger;
  /** Addresses or networks of proxies in front; nobody else is believed about where a request comes from. */
  trustedProxies?: readonly string[];
  outsideSources?: OutsideSources;
}): Promise<FastifyInstance> {
  const http = fastify({
    logger: false,
    trustProxy: options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: BODY_MOST_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: (request) => rewriteUrl(request.method ?? 'GET', request.url ?? '/', request.headers.accept),
  });
  registerErrorHandler(http, options.log);
  acceptEmptyBodies(http);
  await http.register(cookie);
  await http.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  const started = new WeakMap<object, number>();
  const headers = { ...SECURITY_HEADERS, 'content-security-policy': contentSecurityPolicy(options.outsideSources ?? {}) };
  http.addHook('onRequest', (request, reply, done) => {
    started.set(request, options.clock.monotonicMs());
    reply.headers(headers);
    done();
  });
  http.addHook('onSend', (request, reply, payload, done) => {
    const from = started.get(request);
    if (from !== undefined) {
      const own = `total;dur=${(options.clock.monotonicMs() - from).toFixed(1)}`;
      const parts = reply.getHeader('server-timing');
      reply.header('server-timing', typeof parts === 'string' ? `${parts}, ${own}` : own);
    }
    done(null, payload);
  });
  return http;
}

/** Consoles send `Content-Type: application/json` with every call, also with those that have no body. */
function acceptEmptyBodies(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body.toString(), done);
  });
}
