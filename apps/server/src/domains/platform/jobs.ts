import type { AppContext, JobDefinition } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { ensurePartitions } from '../../app/retention/daily-partitions.ts';
import { deleteUnwantedEvents, dropOldLog } from './retention/retention.ts';

/** @param consumed names of events that somebody consumes */
export function platformJobs(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  consumed: () => readonly string[],
): JobDefinition[] {
  return [
    countedJob('EnsureEventLogPartitions', '@every 1h', 'event_log', () => ensurePartitions(db, 'event_log', clock.now()), {
      runsAtStart: true,
    }),
    countedJob('DropOldEventLog', '@every 6h', 'event_log', () => dropOldLog(db, clock.now())),
    countedJob(
      'Cleanup Event Queue',
      '@every 24h',
      'event_queue',
      ({ signal }) => deleteUnwantedEvents(db, clock.now(), consumed(), signal),
      { keeps: { good: 3, bad: 3 } },
    ),
  ];
}
