import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseCursor } from '../../../app/live-cursor.ts';
import { allow, readCallerAgain, requireCaller } from '../../../http/guard.ts';
import { isLiveTopic } from './live-rights.ts';
import { LiveStream, type StreamContext } from './live-stream.ts';

const QuerySchema = z.object({
  topics: z.string().default(''),
  results: z.string().optional(),
  cursor: z.string().optional(),
});

/** GET /live: one stream of server-sent events per tab. Source: architecture §7. */
export function registerLive(http: FastifyInstance, ctx: StreamContext): void {
  // Without HEAD: a stream has no end that its headers could be read at.
  http.get('/live', { ...allow('signed-in'), exposeHeadRoute: false }, async (request, reply) => {
    const query = QuerySchema.parse(request.query);
    const caller = requireCaller(request);
    // A newer console may ask for topics that this server has not got; it hears in the hello which ones it has.
    const topics = new Set(query.topics.split(',').filter(isLiveTopic));
    const from = parseCursor(header(request, 'last-event-id') ?? query.cursor);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const stream = new LiveStream({
      ctx,
      raw: reply.raw,
      wish: { topics, results: query.results === '1' },
      caller,
      readCaller: () => readCallerAgain(request),
    });
    await stream.open(from);
  });
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
