import '@fastify/compress';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as encryptedRequest } from 'node:https';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allow } from '../../../../http/guard.ts';
import { IdentityError } from '../../flows/identity-error.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { answerHeaders, requestHeaders } from './proxy-headers.ts';

const PREFIX = '/.ory';
const TIMEOUT_MS = 30_000;

/** Passes everything below /.ory on to the public API of Kratos, as it comes and as it goes. Nothing of its admin API is reached. */
export async function registerKratosProxy(
  http: FastifyInstance,
  { origins, log }: Pick<IdentityContext, 'origins' | 'log'>,
  publicUrl: string,
): Promise<void> {
  const target = publicUrl.replace(/\/+$/, '');

  async function pass(request: FastifyRequest<{ Body: Readable | undefined }>, reply: FastifyReply) {
    const url = addressAt(target, request.url.slice(PREFIX.length));
    if (url === undefined) return reply.callNotFound();
    const origin = origins.of(request);
    try {
      const answer = await ask(url, request, requestHeaders(request.headers, { origin, clientAddress: request.ip }));
      return await reply
        .code(answer.statusCode ?? 502)
        .headers(answerHeaders(answer.headers, origin, target))
        .send(answer);
    } catch (error) {
      log.warn({ err: error }, 'Ory Kratos could not be reached');
      const failure = new IdentityError(undefined, 'the identity service could not be reached', {
        status: 502,
        reason: 'Ory Kratos does not answer. Please try again later.',
      });
      return reply.code(failure.status).send(failure.toBody());
    }
  }

  await http.register(async (scope) => {
    // Bodies pass as they are.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      scope.route<{ Body: Readable | undefined }>({
        method,
        url: `${PREFIX}/*`,
        handler: pass,
        compress: false,
        ...allow('public'),
      });
    }
  });
}

/** The address at Kratos; undefined when it would lead out of its public API. */
function addressAt(target: string, path: string): URL | undefined {
  const base = new URL(target);
  const url = new URL(`${target}${path}`);
  const inside = url.pathname.slice(base.pathname.replace(/\/$/, '').length);
  const isInside = url.origin === base.origin && url.pathname.startsWith(base.pathname) && !/^\/+admin(\/|$)/i.test(inside);
  return isInside ? url : undefined;
}

function ask(
  url: URL,
  request: FastifyRequest<{ Body: Readable | undefined }>,
  headers: ReturnType<typeof requestHeaders>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? encryptedRequest : plainRequest;
    const outgoing = send(url, { method: request.method, headers, timeout: TIMEOUT_MS }, resolve);
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
    // Who goes away needs no answer.
    request.raw.on('aborted', () => outgoing.destroy());
    if (request.body === undefined || request.body === null) outgoing.end();
    else request.body.pipe(outgoing);
  });
}
