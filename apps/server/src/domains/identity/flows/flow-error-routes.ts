import { FLOW_LIFETIME_MS } from '@quarterdeck/contract/identity';
import type { FastifyInstance } from 'fastify';
import { allow } from '../../../http/guard.ts';
import type { IdentityContext } from '../identity-context.ts';
import { hashCsrfSecret } from './csrf.ts';
import { findFlowError } from './flow-error-store.ts';
import { IdentityError } from './identity-error.ts';

/**
 * GET /self-service/errors?id=: what went wrong, for the error page of the browser that it happened to (403 for others), as long as a flow lasts
 * (410 later). Source: automation-and-access §5.2.
 */
export function registerFlowErrors(http: FastifyInstance, identity: IdentityContext): void {
  http.get<{ Querystring: Record<string, string | undefined> }>('/.ory/self-service/errors', allow('public'), (request, reply) =>
    identity.answerJson(request, reply, async () => {
      const { csrfSecret, now } = await identity.readRequest(request);
      const error = await findFlowError(identity.db, request.query.id ?? '');
      if (error === undefined) {
        throw new IdentityError(undefined, 'there is no such error', { status: 404, reason: 'It may have been cleaned up.' });
      }
      if (error.csrfHash !== null && (csrfSecret === undefined || hashCsrfSecret(csrfSecret) !== error.csrfHash)) {
        throw new IdentityError('security_csrf_violation', 'the error happened to another browser', {
          reason: 'Only the browser that an error happened to may read it.',
        });
      }
      if (now.getTime() - error.createdAt.getTime() >= FLOW_LIFETIME_MS) {
        throw new IdentityError(undefined, 'the error is of a flow that is over', { status: 410, reason: 'Please begin again.' });
      }
      return error.wire;
    }),
  );
}
