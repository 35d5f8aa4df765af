import type { JobDefinition } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { ensurePartitions } from '../../app/retention/daily-partitions.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { deleteOldArtifacts } from './artifacts/retention.ts';
import { reconcileCanaries } from './canaries/reconcile.ts';
import type { HealthClock, HealthDatabase, HealthLog } from './environment.ts';
import type { HealthProperties } from './properties.ts';
import { refreshHourlyFigures } from './rollups/hourly-figures.ts';
import {
  deleteChecksOfDeletedCanaries,
  deleteOldCanaries,
  deleteOldChecks,
  deleteOldDays,
  deleteOldHours,
  dropOldResults,
} from './rollups/retention.ts';
import { rollUpFullDays, rollUpFullHours, rollUpLateHours } from './rollups/roll-up.ts';
import { retentionBounds } from './stats/stats-store.ts';

export interface HealthJobOptions {
  db: HealthDatabase;
  clock: HealthClock;
  log: HealthLog;
  properties: HealthProperties;
  artifacts: Pick<ArtifactStore, 'removeContent'>;
}

/** The background jobs of health checks. Source: health-checks §5.4; roll-ups run more often because a run without a new full hour costs nothing. */
export function healthJobs({ db, clock, log, properties, artifacts }: HealthJobOptions): JobDefinition[] {
  const withProperties = async <T>(work: () => Promise<T>): Promise<T> => {
    await properties.refresh();
    return work();
  };
  return [
    countedJob('SyncCanaryJobs', '@every 5m', 'canary', () => reconcileCanaries({ db, clock, log })),
    countedJob(
      'EnsureCheckStatusPartitions',
      '@every 1h',
      'check_statuses',
      () => ensurePartitions(db, 'check_statuses', clock.now()),
      { runsAtStart: true },
    ),
    countedJob('RefreshCheckStatusSummary', '@every 1m', 'check_statuses', () => refreshHourlyFigures(db, clock.now())),
    countedJob('AggregateCheckStatuses1h', '@every 5m', 'check_statuses', ({ signal }) =>
      withProperties(async () => {
        const rollUp = { db, clock, signal };
        const { rawFromMs } = retentionBounds(clock.now().getTime(), { rawDays: properties.retentionDays });
        return (await rollUpFullHours(rollUp)) + (await rollUpLateHours(rollUp, new Date(rawFromMs)));
      }),
    ),
    countedJob('AggregateCheckStatuses1d', '@every 1h', 'check_statuses', ({ signal }) => rollUpFullDays({ db, clock, signal })),
    countedJob('DeleteOldCheckStatuses', '@every 6h', 'check_statuses', () =>
      withProperties(() => dropOldResults(db, clock.now(), properties.retentionDays)),
    ),
    countedJob('DeleteOldCheckStatuses1h', '@every 24h', 'check_statuses', () =>
      withProperties(() => deleteOldHours(db, clock.now(), properties.retentionDays)),
    ),
    countedJob('DeleteOldCheckStatuses1d', '@every 24h', 'check_statuses', () => deleteOldDays(db, clock.now())),
    countedJob('CleanupArtifacts', '@every 24h', 'artifacts', ({ signal }) =>
      deleteOldArtifacts({ db, log, store: artifacts, signal }, clock.now()),
    ),
    countedJob('CleanupDeletedCanaryChecks', '@every 1h', 'canary', () => deleteChecksOfDeletedCanaries(db)),
    countedJob('CleanupChecks', '@every 12h', 'canary', () =>
      withProperties(() => deleteOldChecks(db, clock.now(), properties.checkAgeDays)),
    ),
    countedJob('CleanupCanaries', '@every 12h', 'canary', () =>
      withProperties(() => deleteOldCanaries(db, clock.now(), properties.canaryAgeDays)),
    ),
  ];
}
