import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../../app/context.ts';
import type { LiveEvent } from '../../../app/event-log-store.ts';
import { formatCursor, type LiveCursor } from '../../../app/live-cursor.ts';
import type { LiveSubscription } from '../../../app/live-hub.ts';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Caller } from '../../../http/caller.ts';
import type { Cancel } from '../../../platform/clock.ts';
import { isAccessChangeOf, isHeard, type LiveWish, liveRights } from './live-rights.ts';

const HEARTBEAT_MS = 15_000;
/** Who ended the session elsewhere is gone at the latest after so many heartbeats, even where nothing tells. */
const JUDGED_EVERY_BEATS = 4;
/** A tab that lets this many bytes wait is cut off; it comes back with its last cursor. */
const WAITING_MOST_BYTES = 1_000_000;

export type StreamContext = Pick<AppContext, 'live' | 'clock' | 'signal'>;

interface LiveStreamOptions {
  readonly ctx: StreamContext;
  readonly raw: FastifyReply['raw'];
  readonly wish: LiveWish;
  readonly caller: Caller;
  /** Who makes the request, as it is now. @throws {AccessRefusal} for nobody */
  readCaller(): Promise<Caller>;
}

/**
 * One stream of server-sent events. It carries what its caller may hear; when that changes the caller is looked at again before anything
 * else goes out, and who may not be here any more is cut off.
 */
export class LiveStream {
  readonly #ctx: StreamContext;
  readonly #raw: FastifyReply['raw'];
  readonly #wish: LiveWish;
  readonly #readCaller: () => Promise<Caller>;
  readonly #timers = new Set<Cancel>();
  #caller: Caller;
  #rights: LiveWish;
  #subscription: LiveSubscription | undefined;
  #expiry: Cancel = () => {};
  /** Events that arrive while missed ones are read or the caller is looked at. */
  #pending: LiveEvent[] = [];
  #isBusy = true;
  #isClosed = false;
  #beats = 0;

  constructor({ ctx, raw, wish, caller, readCaller }: LiveStreamOptions) {
    this.#ctx = ctx;
    this.#raw = raw;
    this.#wish = wish;
    this.#readCaller = readCaller;
    this.#caller = caller;
    this.#rights = liveRights(caller, wish);
  }

  async open(from: LiveCursor | undefined): Promise<void> {
    const { live, clock, signal } = this.#ctx;
    const subscription = live.subscribe({
      onEvents: (events) => this.#take(events),
      onResults: (results) => {
        if (this.#rights.results) this.#write(`event: results\ndata: ${JSON.stringify(results)}\n\n`);
      },
    });
    this.#subscription = subscription;
    const close = () => this.#close();
    signal.addEventListener('abort', close);
    this.#raw.on('close', () => {
      signal.removeEventListener('abort', close);
      this.#close();
    });
    this.#beatLater();
    // Asked again, since what changed until now was not heard.
    if (!(await this.#judge())) return;
    this.#write('retry: 2000\n');
    // With an id, so that a browser that comes back by itself before the first change goes on from here.
    this.#write(
      `event: hello\nid: ${formatCursor(from ?? subscription.cursor)}\ndata: ${JSON.stringify({ cursor: formatCursor(subscription.cursor), server_time: clock.now().toISOString(), topics: [...this.#rights.topics] })}\n\n`,
    );
    await this.#catchUp(from, subscription.cursor);
    this.#isBusy = false;
    await this.#work();
  }

  async #catchUp(from: LiveCursor | undefined, to: LiveCursor): Promise<void> {
    const missed = from === undefined ? [] : await this.#ctx.live.replay(from, to).catch(() => undefined);
    if (missed === undefined) this.#write(`event: resync\nid: ${formatCursor(to)}\ndata: {}\n\n`);
    else this.#send(missed);
  }

  #take(events: readonly LiveEvent[]): void {
    this.#pending.push(...events);
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#pending.length > 0 && !this.#isClosed) {
      const events = this.#pending.splice(0);
      const isChanged = events.some((event) => isAccessChangeOf(event, this.#caller.personId));
      if (isChanged && !(await this.#judge())) return;
      this.#send(events);
    }
    this.#isBusy = false;
  }

  #send(events: readonly LiveEvent[]): void {
    for (const event of events) {
      if (!isHeard(event, this.#rights, this.#caller.personId)) continue;
      const { cursor, topic, subject, at, payload } = event;
      this.#write(`event: change\nid: ${formatCursor(cursor)}\ndata: ${JSON.stringify({ topic, subject, at, payload })}\n\n`);
    }
  }

  /** Looks at the caller again. @returns whether the stream goes on */
  async #judge(): Promise<boolean> {
    try {
      this.#caller = await this.#readCaller();
    } catch {
      // Also when the database does not answer: the browser comes back by itself.
      this.#close();
      return false;
    }
    this.#rights = liveRights(this.#caller, this.#wish);
    this.#expireLater();
    return !this.#isClosed;
  }

  #expireLater(): void {
    this.#expiry();
    const { expiresAt } = this.#caller;
    if (expiresAt === undefined || this.#isClosed) return;
    const restMs = Math.max(0, expiresAt.getTime() - this.#ctx.clock.now().getTime());
    // The session may have become longer in the meantime.
    this.#expiry = this.#ctx.clock.setTimeout(() => void this.#judge(), restMs);
  }

  #beatLater(): void {
    const cancel = this.#ctx.clock.setTimeout(() => {
      this.#timers.delete(cancel);
      this.#write(':\n\n');
      this.#beats += 1;
      if (this.#beats % JUDGED_EVERY_BEATS === 0) void this.#judgeQuietly();
      if (!this.#isClosed) this.#beatLater();
    }, HEARTBEAT_MS);
    this.#timers.add(cancel);
  }

  /** Nothing happened, so a database that is away for a moment ends no stream. */
  async #judgeQuietly(): Promise<void> {
    try {
      this.#caller = await this.#readCaller();
      this.#rights = liveRights(this.#caller, this.#wish);
    } catch (error) {
      if (error instanceof AccessRefusal) this.#close();
    }
  }

  #close(): void {
    this.#isClosed = true;
    this.#subscription?.end();
    this.#expiry();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#pending = [];
    this.#raw.end();
  }

  #write(text: string): void {
    if (this.#isClosed || this.#raw.writableEnded || this.#raw.destroyed) return;
    this.#raw.write(text);
    if (this.#raw.writableLength > WAITING_MOST_BYTES) this.#raw.destroy();
  }
}
