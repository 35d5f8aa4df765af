import type { AuditEntry } from '../../app/audit-log.ts';
import type { Account } from './accounts/account-store.ts';
import type { FlowRequest } from './flows/flow-request.ts';
import type { IdentityContext } from './identity-context.ts';

/** What somebody did with the own account. */
export interface OwnDeed extends Pick<AuditEntry, 'action' | 'via'> {
  /** Default: `auth`. */
  readonly resource?: AuditEntry['resource'];
  readonly details?: AuditEntry['details'];
}

/** Records what went well of what somebody did with the own account; what failed is `recordFailedProof`'s. */
export function recordOwn(
  { audit }: Pick<IdentityContext, 'audit'>,
  { now, ip, userAgent }: Pick<FlowRequest, 'now' | 'ip' | 'userAgent'>,
  { id, traits }: Pick<Account, 'id' | 'traits'>,
  { action, via, resource = 'auth', details }: OwnDeed,
): void {
  audit.record({
    at: now,
    personId: id,
    actor: traits.email,
    via,
    action,
    resource,
    resourceId: id,
    outcome: 'done',
    ip,
    userAgent,
    ...(details === undefined ? {} : { details }),
  });
}
