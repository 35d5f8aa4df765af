import type { AppContext, JobDefinition } from '../../../app/context.ts';
import { deleteExpiredDevices } from '../device/device-store.ts';
import { DAY_MS } from './token-service.ts';
import { deleteExpiredTokens } from './token-store.ts';

/** How long an expired token is still shown. */
const KEPT_MS = 30 * DAY_MS;

/** Removes access tokens that expired 30 days ago, and programs that nobody let in. Source: automation-and-access §8. */
export function cleanupExpiredTokens({ db }: Pick<AppContext, 'db'>): JobDefinition {
  return {
    name: 'CleanupExpiredTokens',
    schedule: '@every 12h',
    async run({ clock, progress }) {
      const now = clock.now();
      progress({ success: await deleteExpiredTokens(db, new Date(now.getTime() - KEPT_MS)) });
      progress({ success: await deleteExpiredDevices(db, now) });
    },
  };
}
