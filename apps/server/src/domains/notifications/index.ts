import type { AppContext, DomainModule } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { deleteInBatches } from '../../app/retention/delete-in-batches.ts';

const DAY_MS = 86_400_000;
const HISTORY_KEPT_MS = 30 * DAY_MS;

/** Rules, messages and silences: the notifications domain. */
export function defineNotifications({ db, clock }: Pick<AppContext, 'db' | 'clock'>): DomainModule {
  return {
    name: 'notifications',
    jobs: [
      countedJob(
        'Cleanup NotificationSend History',
        '@every 24h',
        'notification',
        ({ signal }) =>
          deleteInBatches(db, {
            table: 'notification_send_history',
            key: 'id',
            condition: 'created_at < $1',
            values: [new Date(clock.now().getTime() - HISTORY_KEPT_MS)],
            order: 'created_at',
            signal,
          }),
        { keeps: { good: 3, bad: 3 } },
      ),
    ],
  };
}
