import { createHash, timingSafeEqual } from 'node:crypto';
import type { LogoutFlow } from '@quarterdeck/contract/identity';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { allow } from '../../../http/guard.ts';
import { findAccount } from '../accounts/account-store.ts';
import { type FlowRequest, queryText } from '../flows/flow-request.ts';
import { identityBase } from '../flows/flow-wire.ts';
import { IdentityError, returnToForbidden, sessionInactive } from '../flows/identity-error.ts';
import { checkReturnTo } from '../flows/return-to.ts';
import { seeOther } from '../flows/see-other.ts';
import type { IdentityContext } from '../identity-context.ts';
import { recordOwn } from '../own-record.ts';
import { clearSessionCookie, sessionTokenOf } from '../sessions/session-cookie.ts';
import { findSession, revokeSession, type SessionRecord } from '../sessions/session-store.ts';

const NativeLogoutSchema = z.object({ session_token: z.string().min(1) });

/**
 * Signing out: GET …/logout/browser answers an address with a token that only the session's own browser can know; opening it ends the
 * session at once. Programs send their session's token. Source: automation-and-access §5.2.
 */
export function registerLogout(http: FastifyInstance, identity: IdentityContext): void {
  const { db } = identity;

  async function end(session: SessionRecord, request: FlowRequest): Promise<void> {
    await revokeSession(db, session.identityId, session.id, request.now);
    const account = await findAccount(db, session.identityId);
    if (account !== undefined) recordOwn(identity, request, account, { via: 'session', action: 'sign_out' });
  }

  function leave(reply: FastifyReply, { wantsJson, origin }: FlowRequest, returnTo: string | undefined): FastifyReply {
    clearSessionCookie(reply, identity.origins.isSecure);
    return wantsJson ? reply.code(204).send() : seeOther(reply, returnTo ?? `${origin}/login`);
  }

  http.get('/.ory/self-service/logout/browser', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async (): Promise<LogoutFlow> => {
      const asked = await identity.readRequest(request);
      const sessionToken = sessionTokenOf(request);
      if (asked.signedIn === undefined || sessionToken === undefined) throw sessionInactive();
      const returnTo = readReturnTo(asked);
      const token = logoutTokenOf(sessionToken);
      const query = new URLSearchParams({ token, ...(returnTo === undefined ? {} : { return_to: returnTo }) });
      return { logout_token: token, logout_url: `${identityBase(asked.origin)}/self-service/logout?${query}` };
    }),
  );

  http.get('/.ory/self-service/logout', allow('public'), (request, reply) =>
    identity.answer(request, reply, async () => {
      const asked = await identity.readRequest(request);
      const returnTo = readReturnTo(asked);
      const sessionToken = sessionTokenOf(request);
      const session = sessionToken === undefined ? undefined : await findSession(db, sessionToken, asked.now);
      // Who is not signed in any more has what was asked for.
      if (session === undefined || sessionToken === undefined) return leave(reply, asked, returnTo);
      if (!isSame(queryText(request, 'token') ?? '', logoutTokenOf(sessionToken))) {
        throw new IdentityError(undefined, 'the token of signing out is not the one of the session', {
          status: 403,
          reason: 'The address to sign out belongs to another session.',
        });
      }
      await end(session, asked);
      return leave(reply, asked, returnTo);
    }),
  );

  http.delete('/.ory/self-service/logout/api', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const asked = await identity.readRequest(request);
      const body = NativeLogoutSchema.safeParse(request.body);
      if (!body.success) throw new IdentityError(undefined, 'session_token is missing', { status: 400 });
      const session = await findSession(db, body.data.session_token, asked.now);
      if (session === undefined) {
        throw new IdentityError(undefined, 'there is no such session', { status: 403, reason: 'It may have ended already.' });
      }
      await end(session, asked);
      return reply.code(204).send();
    }),
  );
}

function readReturnTo({ http, origin }: FlowRequest): string | undefined {
  const wanted = queryText(http, 'return_to') ?? '';
  if (wanted === '') return undefined;
  const returnTo = checkReturnTo(wanted, origin);
  if (returnTo === undefined) throw returnToForbidden();
  return returnTo;
}

/** Follows from the secret of the session, so nothing has to be kept of it; the session does not follow from it. */
function logoutTokenOf(sessionToken: string): string {
  return createHash('sha256').update(`logout ${sessionToken}`).digest('base64url');
}

function isSame(given: string, wanted: string): boolean {
  const bytes = Buffer.from(given);
  const expected = Buffer.from(wanted);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
