import { LIVE_TOPICS } from '@quarterdeck/contract/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../app/context.ts';
import type { LiveEvent } from '../../app/event-log-store.ts';
import { formatCursor, type LiveCursor, parseCursor } from '../../app/live-cursor.ts';
import { allow } from '../../http/guard.ts';

const QuerySchema = z.object({
  topics: z.string().default(''),
  results: z.string().optional(),
  cursor: z.string().optional(),
});

const HEARTBEAT_MS = 15_000;
/** A tab that lets this many bytes wait is cut off; it comes back with its last cursor. */
const WAITING_MOST_BYTES = 1_000_000;

type StreamContext = Pick<AppContext, 'live' | 'clock' | 'signal'>;

/** GET /live: one stream of server-sent events per tab. Source: architecture §7. */
export function registerLive(http: FastifyInstance, ctx: StreamContext): void {
  http.get('/live', allow('signed-in'), async (request, reply) => {
    const query = QuerySchema.parse(request.query);
    // A newer console may ask for topics that this server has not got; it hears in the hello which ones it has.
    const topics = new Set(query.topics.split(',').filter((topic) => LIVE_TOPICS.includes(topic)));
    const from = parseCursor(header(request, 'last-event-id') ?? query.cursor);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await new LiveStream(ctx, reply, topics, query.results === '1').open(from);
  });
}

class LiveStream {
  readonly #ctx: StreamContext;
  readonly #reply: FastifyReply;
  readonly #topics: ReadonlySet<string>;
  readonly #withResults: boolean;
  /** Events that arrive while the missed ones are still being read. */
  #held: LiveEvent[] | undefined = [];

  constructor(ctx: StreamContext, reply: FastifyReply, topics: ReadonlySet<string>, withResults: boolean) {
    this.#ctx = ctx;
    this.#reply = reply;
    this.#topics = topics;
    this.#withResults = withResults;
  }

  async open(from: LiveCursor | undefined): Promise<void> {
    const { live, clock, signal } = this.#ctx;
    const subscription = live.subscribe({
      onEvents: (events) => this.#take(events),
      ...(this.#withResults
        ? { onResults: (results) => this.#write(`event: results\ndata: ${JSON.stringify(results)}\n\n`) }
        : {}),
    });
    let beat = () => {};
    const heartbeat = () => {
      this.#write(':\n\n');
      beat = clock.setTimeout(heartbeat, HEARTBEAT_MS);
    };
    beat = clock.setTimeout(heartbeat, HEARTBEAT_MS);
    const close = () => this.#reply.raw.end();
    signal.addEventListener('abort', close);
    this.#reply.raw.on('close', () => {
      subscription.end();
      beat();
      signal.removeEventListener('abort', close);
    });
    this.#write('retry: 2000\n');
    // With an id, so that a browser that comes back by itself before the first change goes on from here.
    this.#write(
      `event: hello\nid: ${formatCursor(from ?? subscription.cursor)}\ndata: ${JSON.stringify({ cursor: formatCursor(subscription.cursor), server_time: clock.now().toISOString(), topics: [...this.#topics] })}\n\n`,
    );
    await this.#catchUp(from, subscription.cursor);
  }

  async #catchUp(from: LiveCursor | undefined, to: LiveCursor): Promise<void> {
    const missed = from === undefined ? [] : await this.#ctx.live.replay(from, to).catch(() => undefined);
    if (missed === undefined) this.#write(`event: resync\nid: ${formatCursor(to)}\ndata: {}\n\n`);
    else this.#send(missed);
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#send(held);
  }

  #take(events: readonly LiveEvent[]): void {
    if (this.#held === undefined) this.#send(events);
    else this.#held.push(...events);
  }

  #send(events: readonly LiveEvent[]): void {
    for (const { cursor, topic, subject, at, payload } of events) {
      if (!this.#topics.has(topic)) continue;
      this.#write(`event: change\nid: ${formatCursor(cursor)}\ndata: ${JSON.stringify({ topic, subject, at, payload })}\n\n`);
    }
  }

  #write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > WAITING_MOST_BYTES) raw.destroy();
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
