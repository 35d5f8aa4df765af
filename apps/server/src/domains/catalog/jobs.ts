import type { AppContext, JobDefinition } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { applyChangeRules } from './retention/change-rules.ts';
import {
  closeOldInsights,
  deleteOldChanges,
  deleteOldInsights,
  deleteOldItems,
  deleteStaleAgentItems,
  deleteUnusedTagValues,
} from './retention/retention.ts';

/** The background jobs of the catalog that need nothing but the database. Source: data-model §9, catalog-topology-logs §2.9. */
export function catalogJobs({ db, clock }: Pick<AppContext, 'db' | 'clock'>): JobDefinition[] {
  return [
    countedJob('CleanupConfigChanges', '@every 24h', 'config_changes', ({ signal }) => deleteOldChanges(db, clock.now(), signal)),
    {
      name: 'Process Change Retention Rules',
      schedule: '@every 1h',
      resourceType: 'config_scraper',
      runsAtStart: true,
      async run({ signal, progress }) {
        const { deleted, errors } = await applyChangeRules(db, clock.now(), signal);
        progress({ success: deleted, errors });
      },
    },
    countedJob(
      'CleanupConfigAnalysis',
      '@every 24h',
      'config_analysis',
      async ({ signal }) =>
        (await closeOldInsights(db, clock.now(), signal)) + (await deleteOldInsights(db, clock.now(), signal)),
    ),
    countedJob('CleanupConfigItems', '0 2 * * *', 'config_items', ({ signal }) => deleteOldItems(db, clock.now(), signal)),
    countedJob(
      'SoftDeleteAgentStaleItems',
      '0 3 * * *',
      'config_items',
      ({ signal }) => deleteStaleAgentItems(db, clock.now(), signal),
      { runsAtStart: true },
    ),
    countedJob('CleanupConfigTagValues', '@every 6h', 'config_items', () => deleteUnusedTagValues(db)),
  ];
}
