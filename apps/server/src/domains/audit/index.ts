import type { AppContext, DomainModule } from '../../app/context.ts';
import { countedJob } from '../../app/counted-job.ts';
import { registerAudit } from './audit-routes.ts';
import { deleteOldAudit } from './retention.ts';

export { registerAuditHook } from './audit-hook.ts';
export { createAuditLog } from './record-audit.ts';

/** The record of who did what: readable by administrators, kept for a year. */
export function defineAudit(ctx: AppContext): DomainModule {
  return {
    name: 'audit',
    jobs: [
      countedJob('Cleanup Audit Log', '@every 24h', 'audit_log', ({ signal }) => deleteOldAudit(ctx.db, ctx.clock.now(), signal)),
    ],
    routes: (http) => registerAudit(http, ctx),
  };
}
