import type { FastifyError, FastifyInstance } from 'fastify';
import type { IdentityContext } from '../identity-context.ts';
import { IdentityError } from './identity-error.ts';

/** Errors of Fastify about the body and its type. */
const UNREADABLE = /^FST_ERR_CTP_/;

/** Bodies that are too large, of an unknown type or not what their type says are refused as flows refuse: in their shape, or on the error page. */
export function refuseUnreadableBodies(http: FastifyInstance, identity: IdentityContext): void {
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const { code, statusCode = 400, message } = error;
    if (!UNREADABLE.test(code)) throw error;
    return identity.answer(request, reply, () =>
      Promise.reject(new IdentityError(undefined, message, { status: statusCode, reason: 'The form could not be read.' })),
    );
  });
}
