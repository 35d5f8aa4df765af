import type { AppContext, DomainModule } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { deleteOldRuns, deleteSurplusAgentRuns, deleteSurplusRuns, markStaleRuns } from './retention/job-history.ts';

/** What ran and how it ended: the jobs domain. Source: data-model §9, automation-and-access §8. */
export function defineJobs({ db, clock }: Pick<AppContext, 'db' | 'clock'>): DomainModule {
  return {
    name: 'jobs',
    jobs: [
      countedJob('EvictJobHistory', '@every 10m', 'job_history', ({ signal }) => deleteSurplusRuns(db, signal)),
      countedJob('CleanupStaleAgentJobHistory', '0 1 * * *', 'job_history', ({ signal }) => deleteSurplusAgentRuns(db, signal), {
        runsAtStart: true,
      }),
      countedJob(
        'CleanupStaleJobHistory',
        '15 1 * * *',
        'job_history',
        async ({ signal }) => (await markStaleRuns(db, clock.now())) + (await deleteOldRuns(db, clock.now(), signal)),
        { runsAtStart: true },
      ),
    ],
  };
}
