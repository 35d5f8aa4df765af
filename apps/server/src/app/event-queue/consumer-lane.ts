import type { AppContext } from '../context.ts';
import type { Doorbell } from './doorbell.ts';
import type { EventConsumer, FailedEvent } from './event-consumer.ts';
import type { EventMetrics } from './event-metrics.ts';
import { type ClaimedEvent, claimEvents, failEvents, finishEvents, finishWithin, releaseEvents } from './event-store.ts';

export type EventContext = Pick<AppContext, 'db' | 'clock' | 'log' | 'metrics' | 'instanceId'>;

export interface LaneOptions {
  readonly ctx: EventContext;
  readonly consumer: EventConsumer;
  /** Holder of the leases; no other lane of any process has the same. */
  readonly worker: string;
  readonly leaseMs: number;
  readonly bell: Doorbell;
  readonly metrics: EventMetrics;
  /** Aborted when no new events may be taken. */
  readonly stopping: AbortSignal;
  /** Aborted when running handlers have to give up. */
  readonly giveUp: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 5 * 60_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Somebody else took the event over: what was done for it here must not count. */
class LeaseLost extends Error {}

/** Takes batches for one consumer and handles them, one after another, until it is stopped. */
export class ConsumerLane {
  readonly #options: LaneOptions;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { ctx, consumer, bell, stopping } = this.#options;
    while (!stopping.aborted) {
      try {
        if ((await this.runOnce()) === 0) await bell.wait();
      } catch (error) {
        ctx.log.error({ err: error, consumer: consumer.name }, 'events could not be taken or given back');
        await ctx.clock.sleep(PAUSE_AFTER_FAILURE_MS, stopping);
      }
    }
  }

  /** Takes one batch and handles it. @returns events taken */
  async runOnce(): Promise<number> {
    const { ctx, consumer, worker, leaseMs, bell } = this.#options;
    const now = ctx.clock.now();
    const events = await claimEvents(ctx.db, {
      names: consumer.events,
      limit: consumer.batchSize,
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      worker,
    });
    // A full batch means that there may be more than one lane can take.
    if (events.length === consumer.batchSize) bell.ring();
    if (events.length > 0) await (consumer.kind === 'sync' ? this.#handleSingly(events) : this.#handleTogether(events));
    return events.length;
  }

  async #handleSingly(events: readonly ClaimedEvent[]): Promise<void> {
    for (const [position, event] of events.entries()) {
      if (this.#options.stopping.aborted) {
        await releaseEvents(this.#options.ctx.db, events.slice(position), this.#options.worker);
        return;
      }
      await this.#handleInTransaction(event);
    }
  }

  async #handleInTransaction(event: ClaimedEvent): Promise<void> {
    const { ctx, consumer, worker, giveUp } = this.#options;
    let outcome: 'done' | 'again';
    try {
      outcome = await ctx.db.transaction(async (tx) => {
        const [failure] = (await consumer.handle([event], { db: tx, clock: ctx.clock, signal: giveUp })) ?? [];
        if (failure !== undefined) throw new Error(failure.error);
        const end = await finishWithin(tx, event, worker);
        if (end === 'lost') throw new LeaseLost();
        return end;
      });
    } catch (error) {
      if (error instanceof LeaseLost)
        ctx.log.warn({ consumer: consumer.name, event }, 'an event was taken over by another worker');
      else await this.#fail([{ event, error: messageOf(error) }]);
      return;
    }
    this.#countHandled([event]);
    if (outcome === 'again') await finishEvents(ctx.db, [event], worker);
  }

  async #handleTogether(events: readonly ClaimedEvent[]): Promise<void> {
    const { ctx, worker, giveUp } = this.#options;
    let failed: readonly FailedEvent[];
    try {
      failed = await this.#withinTime(events);
    } catch (error) {
      if (giveUp.aborted) await releaseEvents(ctx.db, events, worker);
      else await this.#fail(events.map((event) => ({ event, error: messageOf(error) })));
      return;
    }
    const errors = new Map(failed.map(({ id, error }) => [id, error]));
    const handled = events.filter(({ id }) => !errors.has(id));
    this.#countHandled(handled);
    await finishEvents(ctx.db, handled, worker);
    await this.#fail(
      events.flatMap((event) => {
        const error = errors.get(event.id);
        return error === undefined ? [] : [{ event, error }];
      }),
    );
  }

  /** A handler that neither ends nor listens to its signal does not keep its lane. */
  async #withinTime(events: readonly ClaimedEvent[]): Promise<readonly FailedEvent[]> {
    const { ctx, consumer, giveUp } = this.#options;
    const timeoutMs = consumer.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const timeout = new AbortController();
    const cancel = ctx.clock.setTimeout(() => timeout.abort(new Error(`not handled within ${timeoutMs / 1000} s`)), timeoutMs);
    const signal = AbortSignal.any([giveUp, timeout.signal]);
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      return (await Promise.race([consumer.handle(events, { db: ctx.db, clock: ctx.clock, signal }), aborted.promise])) ?? [];
    } finally {
      signal.removeEventListener('abort', onAbort);
      cancel();
    }
  }

  async #fail(failures: readonly { event: ClaimedEvent; error: string }[]): Promise<void> {
    const { ctx, consumer, worker, metrics } = this.#options;
    for (const { event, error } of failures) {
      metrics.countFailed(consumer.name, event.name);
      ctx.log.warn(
        { consumer: consumer.name, event: event.name, id: event.id, attempts: event.attempts, error },
        'an event failed',
      );
    }
    await failEvents(ctx.db, failures, { now: ctx.clock.now(), worker, lowersPriority: consumer.kind === 'async' });
  }

  #countHandled(events: readonly ClaimedEvent[]): void {
    for (const { name } of events) this.#options.metrics.countHandled(this.#options.consumer.name, name);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
