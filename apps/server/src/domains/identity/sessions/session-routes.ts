import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allow } from '../../../http/guard.ts';
import type { Account } from '../accounts/account-store.ts';
import { type FlowRequest, queryText } from '../flows/flow-request.ts';
import { isUuid } from '../flows/flow-store.ts';
import { IdentityError } from '../flows/identity-error.ts';
import type { IdentityContext } from '../identity-context.ts';
import { recordOwn } from '../own-record.ts';
import { refuseForeignPage, requireSession } from './session-access.ts';
import { listSessions, revokeSession, revokeSessions } from './session-store.ts';
import { toSessionWire } from './session-wire.ts';

const PAGE_SIZE = 250;
const PageSchema = z.object({
  /** First page is 1. */
  page: z.coerce.number().int().min(1).catch(1),
  per_page: z.coerce.number().int().min(1).max(1_000).catch(PAGE_SIZE),
});

/** Who is signed in, and where else; ending those. Source: automation-and-access §5.2, §5.5; lists and ends as Ory's client has them. */
export function registerSessions(http: FastifyInstance, identity: IdentityContext): void {
  const { db } = identity;

  function recordEnd(asked: FlowRequest, account: Account, details: { session?: string; count?: number }): void {
    recordOwn(identity, asked, account, { via: 'session', action: 'session_revoked', details });
  }

  http.get('/.ory/sessions/whoami', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const asked = await identity.readRequest(request);
      const { session, account } = await requireSession(identity, asked);
      void reply.header('x-kratos-authenticated-identity-id', account.id);
      return toSessionWire(session, account, asked.origin);
    }),
  );

  http.get('/.ory/sessions', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const asked = await identity.readRequest(request);
      const { session, account } = await requireSession(identity, asked);
      const { page, per_page } = PageSchema.parse({
        page: queryText(request, 'page'),
        per_page: queryText(request, 'page_size') ?? queryText(request, 'per_page'),
      });
      const others = (await listSessions(db, account.id, asked.now)).filter(({ id }) => id !== session.id);
      void reply.header('x-total-count', others.length);
      return others.slice((page - 1) * per_page, page * per_page).map((other) => toSessionWire(other, undefined, asked.origin));
    }),
  );

  http.delete('/.ory/sessions', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const asked = await identity.readRequest(request);
      refuseForeignPage(identity, asked);
      const { session, account } = await requireSession(identity, asked);
      const count = await revokeSessions(db, account.id, asked.now, session.id);
      recordEnd(asked, account, { count });
      return { count };
    }),
  );

  http.delete<{ Params: { id: string } }>('/.ory/sessions/:id', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const asked = await identity.readRequest(request);
      refuseForeignPage(identity, asked);
      const { session, account } = await requireSession(identity, asked);
      const { id } = request.params;
      if (id === session.id) {
        throw new IdentityError(undefined, 'this is the session of the request', { status: 400, reason: 'Sign out to end it.' });
      }
      // An id of nobody's, of somebody else's and of an ended session are the same to who asks.
      const isEnded = isUuid(id) && (await revokeSession(db, account.id, id, asked.now));
      if (!isEnded) throw new IdentityError(undefined, 'there is no such session', { status: 404 });
      recordEnd(asked, account, { session: id });
      return reply.code(204).send();
    }),
  );
}
