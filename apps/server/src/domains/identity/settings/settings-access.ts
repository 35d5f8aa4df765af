import { PRIVILEGED_SESSION_MS } from '@quarterdeck/contract/identity';
import type { Account } from '../accounts/account-store.ts';
import { availableAal } from '../accounts/credential-store.ts';
import type { FlowRecord } from '../flows/flow.ts';
import { FLOW_PAGES } from '../flows/flow.ts';
import type { FlowRequest } from '../flows/flow-request.ts';
import { pageOf } from '../flows/flow-routes.ts';
import { IdentityError, sessionInactive } from '../flows/identity-error.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { SessionRecord } from '../sessions/session-store.ts';

/** Whose settings they are, and the session that changes them. */
export interface SettingsOwner {
  readonly account: Account;
  readonly session: SessionRecord;
}

/**
 * Who is signed in and may see the settings: at the level that the account has, and its own ones.
 * @param flow undefined before there is one
 * @throws {IdentityError} session_inactive, security_identity_mismatch, session_aal2_required. Source: automation-and-access §5.5
 */
export async function requireSettingsOwner(
  { db, credentials }: Pick<IdentityContext, 'db' | 'credentials'>,
  request: FlowRequest,
  flow?: FlowRecord,
): Promise<SettingsOwner> {
  const { signedIn, origin } = request;
  const page = flow === undefined ? `${origin}${FLOW_PAGES.settings}` : pageOf(flow, request);
  if (signedIn === undefined) throw sessionMissing(request, page);
  if (flow?.identityId !== undefined && flow.identityId !== signedIn.account.id) {
    throw new IdentityError('security_identity_mismatch', 'the settings are those of somebody else', {
      reason: 'Somebody else is signed in now, please begin again.',
    });
  }
  const types = await credentials.types(db, signedIn.account.id);
  if (signedIn.session.aal === 'aal1' && availableAal(types) === 'aal2') {
    throw new IdentityError('session_aal2_required', 'the second factor is missing', {
      redirectTo: `${origin}/login?aal=aal2&return_to=${encodeURIComponent(page)}`,
      reason: 'The account has a second factor, which this session has not proved.',
    });
  }
  return signedIn;
}

/** Browsers go to the sign-in screen; clients are told and decide themselves. */
function sessionMissing({ wantsJson, origin }: FlowRequest, page: string): IdentityError {
  if (wantsJson) return sessionInactive();
  return new IdentityError('session_inactive', 'nobody is signed in', {
    redirectTo: `${origin}/login?return_to=${encodeURIComponent(page)}`,
  });
}

/**
 * What one signs in with is changed only soon after signing in; later the person confirms who it is first. Any factor of the account does,
 * and a session keeps the level that it has proved.
 * @throws {IdentityError} session_refresh_required
 */
export function requireFreshSession({ authenticatedAt }: SessionRecord, flow: FlowRecord, request: FlowRequest): void {
  if (request.now.getTime() - authenticatedAt.getTime() <= PRIVILEGED_SESSION_MS) return;
  throw new IdentityError('session_refresh_required', 'the sign-in is too long ago for this change', {
    redirectTo: `${request.origin}/login?refresh=true&return_to=${encodeURIComponent(pageOf(flow, request))}`,
    reason: 'Please confirm that it is you and save again.',
  });
}
