import type { Queryable } from '@quarterdeck/database';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { measureQueue, type QueueFigures } from './event-store.ts';

export interface EventMetrics {
  countHandled(consumer: string, event: string): void;
  countFailed(consumer: string, event: string): void;
}

/** What the event queue tells about itself; what waits is read from the database when it is asked for. */
export function eventMetrics(
  registry: Registry,
  queue: { db: Pick<Queryable, 'query'>; clock: Clock; names: readonly string[] },
): EventMetrics {
  const registers = [registry];
  const handled = new Counter({
    name: 'quarterdeck_events_handled_total',
    help: 'Events that a consumer handled',
    labelNames: ['consumer', 'event'],
    registers,
  });
  const failed = new Counter({
    name: 'quarterdeck_events_failed_total',
    help: 'Attempts of a consumer that failed',
    labelNames: ['consumer', 'event'],
    registers,
  });
  let reading: Promise<ReadonlyMap<string, QueueFigures>> | undefined;
  // The registry asks all gauges together; one look at the table answers them.
  const read = () => {
    reading ??= measureQueue(queue.db, queue.names)
      .then((rows) => new Map(rows.map((row) => [row.name, row])))
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string, figureOf: (figures: QueueFigures | undefined) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['event'],
      registers,
      async collect() {
        const figures = await read().catch(() => undefined);
        // Without the database there is nothing to tell, but everything else that is asked for.
        if (figures === undefined) return this.reset();
        for (const event of queue.names) this.set({ event }, figureOf(figures.get(event)));
      },
    });
  gauge('quarterdeck_events_waiting', 'Events that wait for their consumer', (figures) => figures?.waiting ?? 0);
  gauge(
    'quarterdeck_events_exhausted',
    'Events that are left as they are after four failed attempts',
    (figures) => figures?.exhausted ?? 0,
  );
  gauge('quarterdeck_events_oldest_seconds', 'Age of the oldest event that waits', (figures) => {
    const nowMs = queue.clock.now().getTime();
    return Math.max(0, nowMs - (figures?.oldest?.getTime() ?? nowMs)) / 1000;
  });
  return {
    countHandled: (consumer, event) => handled.inc({ consumer, event }),
    countFailed: (consumer, event) => failed.inc({ consumer, event }),
  };
}
