import type { Queryable } from '@quarterdeck/database';
import type { Clock } from '../../platform/clock.ts';

/** One event of the queue, as a consumer gets it. */
export interface QueuedEvent {
  readonly id: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** How often handling it has failed before. */
  readonly attempts: number;
}

/** What a consumer works with while it handles events. */
export interface EventHandling {
  /** For a sync consumer the transaction that also takes the event out of the queue; otherwise the pool. */
  readonly db: Queryable;
  readonly clock: Clock;
  /** Aborted when the time is up or the server stops. */
  readonly signal: AbortSignal;
}

/** An event of the batch that could not be handled. */
export interface FailedEvent {
  readonly id: string;
  readonly error: string;
}

/**
 * Handles events of some names. Source: data-model §7.2.
 * - `sync`: one event at a time, in a transaction. What it writes and the end of the event are one; it must touch nothing but the database.
 * - `async`: a batch, without a transaction, so it may call other systems. An event comes again when the worker dies after handling it and
 *   before the queue knows.
 */
export interface EventConsumer {
  readonly name: string;
  /** Names of the events, each served in turn. */
  readonly events: readonly string[];
  readonly kind: 'sync' | 'async';
  /** Events that are taken at once, at most. */
  readonly batchSize: number;
  /** Batches that this process handles at the same time. */
  readonly concurrency: number;
  /** Limit for one batch of an async consumer. */
  readonly timeoutMs?: number;
  /**
   * @param events one event for a sync consumer, else up to `batchSize`
   * @returns events that failed, when not all did; one that throws fails all that it was given
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most consumers have nothing to say
  handle(events: readonly QueuedEvent[], handling: EventHandling): Promise<readonly FailedEvent[] | void>;
}
