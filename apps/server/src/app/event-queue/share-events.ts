import type { EventConsumer, EventHandling, QueuedEvent } from './event-consumer.ts';

/**
 * Consumers that can run side by side: sync consumers that share an event become one, so that each event is handled by all of them in one
 * transaction, in the order in which they are given. Source: automation-and-access §7.
 * @throws {Error} when an async consumer shares an event
 */
export function shareEvents(consumers: readonly EventConsumer[]): EventConsumer[] {
  const merged: EventConsumer[] = [];
  for (const consumer of consumers) {
    const sharing = merged.filter(({ events }) => events.some((event) => consumer.events.includes(event)));
    if (sharing.length === 0) {
      merged.push(consumer);
      continue;
    }
    const all = [...sharing, consumer];
    const single = all.find(({ kind }) => kind === 'async');
    if (single !== undefined) throw new Error(`the async consumer ${single.name} shares an event with another consumer`);
    for (const one of sharing) merged.splice(merged.indexOf(one), 1);
    merged.push(together(all));
  }
  return merged;
}

function together(consumers: readonly EventConsumer[]): EventConsumer {
  return {
    name: consumers.map(({ name }) => name).join('+'),
    events: [...new Set(consumers.flatMap(({ events }) => events))],
    kind: 'sync',
    batchSize: Math.max(...consumers.map(({ batchSize }) => batchSize)),
    concurrency: Math.max(...consumers.map(({ concurrency }) => concurrency)),
    async handle(events: readonly QueuedEvent[], handling: EventHandling) {
      for (const consumer of consumers) {
        const own = events.filter(({ name }) => consumer.events.includes(name));
        if (own.length === 0) continue;
        const failed = (await consumer.handle(own, handling)) ?? [];
        if (failed.length > 0) return failed;
      }
      return [];
    },
  };
}
