import type { AppContext, DomainModule } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { deleteOldComponents } from './retention/retention.ts';

/** Components and what they are made from: the topology domain. */
export function defineTopology({ db, clock }: AppContext): DomainModule {
  return {
    name: 'topology',
    jobs: [
      countedJob('CleanupSoftDeletedComponents', '@every 24h', 'components', ({ signal }) =>
        deleteOldComponents(db, clock.now(), signal),
      ),
    ],
  };
}
