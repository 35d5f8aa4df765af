import type { FastifyInstance } from 'fastify';
import { allow } from '../../../http/guard.ts';
import { availableAal } from '../accounts/credential-store.ts';
import { IdentityError } from '../flows/identity-error.ts';
import type { IdentityContext } from '../identity-context.ts';
import { toSessionWire } from './session-wire.ts';

/** GET /sessions/whoami. Source: automation-and-access §5.2, §5.5. */
export function registerSessions(http: FastifyInstance, identity: IdentityContext): void {
  http.get('/.ory/sessions/whoami', allow('public'), (request, reply) =>
    identity.answer(request, reply, async () => {
      const { signedIn, origin } = await identity.readRequest(request);
      if (signedIn === undefined) {
        throw new IdentityError(undefined, 'nobody is signed in', {
          status: 401,
          reason: 'No valid session was found in this request.',
        });
      }
      const { session, account } = signedIn;
      const types = await identity.credentials.types(identity.db, account.id);
      if (session.aal === 'aal1' && availableAal(types) === 'aal2') {
        throw new IdentityError('session_aal2_required', 'the second factor is missing', {
          redirectTo: `${origin}/login?aal=aal2`,
          reason: 'The account has a second factor, which this session has not proved.',
        });
      }
      void reply.header('x-kratos-authenticated-identity-id', account.id);
      return toSessionWire(session, account, origin);
    }),
  );
}
