import { type LiveResults, LiveResultsSchema } from '@quarterdeck/contract/platform';
import type { Database } from '@quarterdeck/database';
import type { Cancel, Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import {
  forgetEventsFromElsewhere,
  isFromElsewhere,
  isStillHeld,
  type LiveEvent,
  readEventsAfter,
  readLogEnd,
} from './event-log-store.ts';
import { isAfter, type LiveCursor } from './live-cursor.ts';

export interface LiveSubscriber {
  onEvents(events: readonly LiveEvent[]): void;
  onResults?(results: LiveResults): void;
}

export interface LiveSubscription {
  /** Where the hub stands: everything after comes to the subscriber. */
  readonly cursor: LiveCursor;
  end(): void;
}

const EVENTS_CHANNEL = 'event_log';
const RESULTS_CHANNEL = 'check_results';
const POLL_MS = 300;
const RESULTS_EVERY_MS = 500;
const BATCH = 1_000;
/** A tab that missed more than this reads its lists again: cheaper than replaying. */
const REPLAY_MOST = 5_000;

/**
 * Reads the event log once for all subscribers of this process, up to the oldest running transaction. NOTIFY only says when to look;
 * a poll looks anyway, since of transactions that run together only one notifies. Results of checks come by NOTIFY alone and are handed on in batches.
 */
export class LiveHub {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #subscribers = new Set<LiveSubscriber>();
  readonly #stopping: (() => Promise<void>)[] = [];
  #cursor: LiveCursor = { tx: 0n, seq: 0n };
  #reading: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #poll: Cancel = () => {};
  #flush: Cancel | undefined;
  #results: LiveResults = [];

  constructor(options: { db: Database; clock: Clock; log: Logger }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    const foreign = await forgetEventsFromElsewhere(this.#db);
    if (foreign > 0) this.#log.warn({ events: foreign }, 'the event log held events of another database');
    this.#cursor = await readLogEnd(this.#db);
    this.#stopping.push(await this.#db.listen(EVENTS_CHANNEL, () => void this.read()));
    this.#stopping.push(await this.#db.listen(RESULTS_CHANNEL, (payload) => this.#takeResults(payload)));
    this.#pollLater();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#poll();
    this.#flush?.();
    await this.#reading;
    for (const stop of this.#stopping.splice(0)) await stop().catch(() => {});
    this.#subscribers.clear();
  }

  subscribe(subscriber: LiveSubscriber): LiveSubscription {
    this.#subscribers.add(subscriber);
    return { cursor: this.#cursor, end: () => this.#subscribers.delete(subscriber) };
  }

  /** Events between two cursors, oldest first; undefined when they are too many or no longer held. */
  async replay(from: LiveCursor, to: LiveCursor): Promise<readonly LiveEvent[] | undefined> {
    // Another instance may have been a moment ahead of this one.
    if (!isAfter(to, from)) return (await isFromElsewhere(this.#db, from)) ? undefined : [];
    const events = await readEventsAfter(this.#db, from, REPLAY_MOST + 1);
    // Asked afterwards, so that a partition that goes while they are read is noticed.
    if (events.length > REPLAY_MOST || !(await isStillHeld(this.#db, from))) return undefined;
    return events.filter(({ cursor }) => !isAfter(cursor, to));
  }

  /** Hands on what the log has beyond the cursor; one reader at a time. */
  read(): Promise<void> {
    if (this.#reading !== undefined) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the event log could not be read'))
      .finally(() => {
        this.#reading = undefined;
        if (this.#again && !this.#stopped) {
          this.#again = false;
          void this.read();
        }
      });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    let events: LiveEvent[];
    do {
      events = await readEventsAfter(this.#db, this.#cursor, BATCH);
      const last = events.at(-1);
      if (last === undefined) return;
      this.#cursor = last.cursor;
      for (const subscriber of this.#subscribers) subscriber.onEvents(events);
    } while (events.length === BATCH);
  }

  #pollLater(): void {
    if (this.#stopped) return;
    this.#poll = this.#clock.setTimeout(() => {
      void this.read().finally(() => this.#pollLater());
    }, POLL_MS);
  }

  #takeResults(payload: string): void {
    if (payload === '') return;
    const parsed = LiveResultsSchema.safeParse(parseJson(payload));
    if (!parsed.success) {
      this.#log.warn({ channel: RESULTS_CHANNEL }, 'a notification does not have the shape of results');
      return;
    }
    this.#results.push(...parsed.data);
    this.#flush ??= this.#clock.setTimeout(() => this.#flushResults(), RESULTS_EVERY_MS);
  }

  #flushResults(): void {
    this.#flush = undefined;
    const results = this.#results;
    this.#results = [];
    for (const subscriber of this.#subscribers) subscriber.onResults?.(results);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
