import type { Cancel } from '../../platform/clock.ts';
import { ConsumerLane, type EventContext } from './consumer-lane.ts';
import { Doorbell } from './doorbell.ts';
import type { EventConsumer } from './event-consumer.ts';
import { eventMetrics } from './event-metrics.ts';
import { renewLeases, takeBackExpired } from './event-store.ts';
import { shareEvents } from './share-events.ts';

const CHANNEL = 'event_queue_updates';
/** A dead worker's events are free after this long. */
const LEASE_MS = 30_000;
/** How late an event may be whose delay or back-off ends, or whose notification got lost. */
const POLL_MS = 1_000;
/** Handlers get this long to end when the server stops. */
const STOP_GRACE_MS = 10_000;

interface Served {
  readonly consumer: EventConsumer;
  readonly bell: Doorbell;
  readonly lanes: readonly ConsumerLane[];
}

/**
 * Runs the consumers of the event queue. Any number of processes may share the queue: what a worker handles is leased to it.
 * Memory holds at most `batchSize` × `concurrency` events of each consumer, however many wait.
 */
export class EventConsumers {
  readonly #ctx: EventContext;
  readonly #served: readonly Served[];
  readonly #workers: string[] = [];
  readonly #stopping = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #names: readonly string[];
  #running: Promise<unknown> = Promise.resolve();
  #endListening: () => Promise<void> = async () => {};
  readonly #timers = new Map<() => Promise<void>, Cancel>();
  #stopped = false;

  constructor(ctx: EventContext, consumers: readonly EventConsumer[]) {
    this.#ctx = ctx;
    this.#names = [...new Set(consumers.flatMap(({ events }) => events))];
    const metrics = eventMetrics(ctx.metrics, { db: ctx.db, clock: ctx.clock, names: this.#names });
    this.#served = shareEvents(consumers).map((consumer) => {
      const bell = new Doorbell();
      const lanes = Array.from({ length: consumer.concurrency }, (_, lane) => {
        const worker = `${ctx.instanceId}/${consumer.name}/${lane}`;
        this.#workers.push(worker);
        return new ConsumerLane({
          ctx,
          consumer,
          worker,
          leaseMs: LEASE_MS,
          bell,
          metrics,
          stopping: this.#stopping.signal,
          giveUp: this.#giveUp.signal,
        });
      });
      return { consumer, bell, lanes };
    });
  }

  async start(): Promise<void> {
    if (this.#served.length === 0) return;
    this.#endListening = await this.#ctx.db.listen(CHANNEL, (name) => {
      for (const { consumer, bell } of this.#served) if (name === '' || consumer.events.includes(name)) bell.ring();
    });
    this.#running = Promise.all(this.#served.flatMap(({ lanes }) => lanes.map((lane) => lane.run())));
    this.#repeat(POLL_MS, () => this.#poll());
    this.#repeat(LEASE_MS / 3, () => this.#renew());
  }

  /** Takes no new events, waits for handlers, then makes them give up. What was not handled is free at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#endListening().catch(() => {});
    for (const { bell } of this.#served) bell.ringForGood();
    const grace = this.#ctx.clock.setTimeout(() => this.#giveUp.abort(new Error('the server stops')), STOP_GRACE_MS);
    await this.#running;
    grace();
    this.#stopped = true;
    for (const cancel of this.#timers.values()) cancel();
  }

  /** Handles everything that is due now, one batch of each consumer after another. */
  async runDue(): Promise<void> {
    await this.#takeBack();
    for (const { lanes } of this.#served) {
      const [lane] = lanes;
      while (lane !== undefined && (await lane.runOnce()) > 0) if (this.#stopping.signal.aborted) return;
    }
  }

  async #poll(): Promise<void> {
    await this.#takeBack();
    for (const { bell } of this.#served) bell.ring();
  }

  async #takeBack(): Promise<void> {
    const freed = await takeBackExpired(this.#ctx.db, this.#names, this.#ctx.clock.now(), LEASE_MS);
    if (freed > 0) this.#ctx.log.warn({ events: freed }, 'events of a worker that died are free again');
  }

  async #renew(): Promise<void> {
    await renewLeases(this.#ctx.db, this.#workers, new Date(this.#ctx.clock.now().getTime() + LEASE_MS));
  }

  /** Also while the server stops: handlers that still run keep their leases. */
  #repeat(everyMs: number, work: () => Promise<void>): void {
    if (this.#stopped) return;
    const cancel = this.#ctx.clock.setTimeout(() => {
      work()
        .catch((error: unknown) => this.#ctx.log.warn({ err: error }, 'the event queue could not be looked after'))
        .finally(() => this.#repeat(everyMs, work));
    }, everyMs);
    this.#timers.set(work, cancel);
  }
}
