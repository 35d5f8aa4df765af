import { availableAal } from '../accounts/credential-store.ts';
import type { FlowRequest } from '../flows/flow-request.ts';
import { IdentityError } from '../flows/identity-error.ts';
import type { IdentityContext } from '../identity-context.ts';

/**
 * Who is signed in, with a session that proved all it has to.
 * @throws {IdentityError} 401 without an id (as clients expect of whoami), 403 session_aal2_required. Source: automation-and-access §5.5
 */
export async function requireSession(
  identity: IdentityContext,
  { signedIn, origin }: FlowRequest,
): Promise<NonNullable<FlowRequest['signedIn']>> {
  if (signedIn === undefined) {
    throw new IdentityError(undefined, 'nobody is signed in', {
      status: 401,
      reason: 'No valid session was found in this request.',
    });
  }
  const types = await identity.credentials.types(identity.db, signedIn.account.id);
  if (signedIn.session.aal === 'aal1' && availableAal(types) === 'aal2') {
    throw new IdentityError('session_aal2_required', 'the second factor is missing', {
      redirectTo: `${origin}/login?aal=aal2`,
      reason: 'The account has a second factor, which this session has not proved.',
    });
  }
  return signedIn;
}

/** A browser says which page a write comes from; only pages of this server may write with its cookies. @throws {IdentityError} 403 */
export function refuseForeignPage({ origins }: IdentityContext, { http }: FlowRequest): void {
  const { origin, 'sec-fetch-site': site, cookie } = http.headers;
  if (cookie === undefined) return;
  if (origin === undefined ? site === 'cross-site' : !origins.isOwn(origin, http)) {
    throw new IdentityError('security_csrf_violation', 'the page that sent this does not belong to Quarterdeck', {
      reason: 'A security violation was detected, please try again.',
    });
  }
}
