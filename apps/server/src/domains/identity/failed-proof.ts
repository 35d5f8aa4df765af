import type { Account } from './accounts/account-store.ts';
import type { FlowRequest } from './flows/flow-request.ts';
import type { IdentityContext } from './identity-context.ts';

/** What somebody failed at who had to prove who it is. */
export interface FailedProof {
  readonly action: 'sign_in_failed' | 'recover_failed' | 'verify_failed' | 'link_provider';
  /** Whose account was meant, when that is known. */
  readonly account?: Pick<Account, 'id' | 'traits'> | undefined;
  /** Who it was meant to be, as it was entered or told, when no account is known. */
  readonly claimed?: string | undefined;
  /** Such as `password` or `code`. */
  readonly method: string;
  /** What the person was told. */
  readonly reason: string;
  readonly provider?: string;
}

/** Records a failed attempt to prove who somebody is; never what was entered as proof. */
export function recordFailedProof(
  { audit }: Pick<IdentityContext, 'audit'>,
  { now, ip, userAgent }: Pick<FlowRequest, 'now' | 'ip' | 'userAgent'>,
  { action, account, claimed = '', method, reason, provider }: FailedProof,
): void {
  audit.record({
    at: now,
    ...(account === undefined ? {} : { personId: account.id, resourceId: account.id }),
    actor: account?.traits.email ?? (claimed === '' ? 'unknown' : claimed),
    via: 'none',
    action,
    resource: 'auth',
    outcome: 'refused',
    ip,
    userAgent,
    details: { method, reason, ...(provider === undefined ? {} : { provider }) },
  });
}
