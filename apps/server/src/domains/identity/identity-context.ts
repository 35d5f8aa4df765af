import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { Origins } from '../../http/origins.ts';
import { findAccount } from './accounts/account-store.ts';
import { type CredentialStore, createCredentialStore } from './accounts/credential-store.ts';
import { csrfCookieName } from './flows/csrf.ts';
import { keepFlowError } from './flows/flow-error-store.ts';
import type { FlowRequest } from './flows/flow-request.ts';
import { createFlowStore, type FlowStore } from './flows/flow-store.ts';
import { type IdentityError, toIdentityError } from './flows/identity-error.ts';
import { seeOther } from './flows/see-other.ts';
import { wantsJson } from './flows/wants-json.ts';
import { type AttemptLimits, createAttemptLimits } from './limits/attempt-limits.ts';
import { sessionTokenOf } from './sessions/session-cookie.ts';
import { findSession } from './sessions/session-store.ts';

/** What every part of the identity service works with. */
export interface IdentityContext
  extends Pick<AppContext, 'db' | 'clock' | 'log' | 'config' | 'secrets' | 'audit' | 'expressions' | 'signal'> {
  readonly origins: Origins;
  readonly flows: FlowStore;
  readonly credentials: CredentialStore;
  readonly limits: AttemptLimits;
  /** What a step needs to know of a request. */
  readRequest(http: FastifyRequest): Promise<FlowRequest>;
  /** Answers a request of a flow: JSON, or a redirect for browsers; failures as the contract has them, for browsers on the error page. */
  answer(http: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>;
  /** The same for what no browser opens as a page: always JSON. */
  answerJson(http: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>;
}

export function createIdentityContext(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'config' | 'secrets' | 'audit' | 'expressions' | 'signal'>,
  origins: Origins,
): IdentityContext {
  const { db, clock } = ctx;

  async function readRequest(http: FastifyRequest): Promise<FlowRequest> {
    const now = clock.now();
    return {
      http,
      now,
      db,
      origin: origins.of(http),
      ip: http.ip,
      userAgent: http.headers['user-agent'] ?? '',
      wantsJson: wantsJson(http.headers),
      csrfSecret: http.cookies[csrfCookieName(origins.fixed)],
      signedIn: await findSignedIn(http, now),
    };
  }

  async function findSignedIn(http: FastifyRequest, now: Date): Promise<FlowRequest['signedIn']> {
    const token = sessionTokenOf(http);
    const session = token === undefined ? undefined : await findSession(db, token, now);
    const account = session === undefined ? undefined : await findAccount(db, session.identityId);
    return session !== undefined && account?.state === 'active' ? { session, account } : undefined;
  }

  async function respond(
    reply: FastifyReply,
    work: () => Promise<unknown>,
    refuse: (failure: IdentityError) => unknown,
  ): Promise<unknown> {
    void reply.header('cache-control', 'private, no-store');
    try {
      return await work();
    } catch (error) {
      const failure = toIdentityError(error);
      if (failure === undefined) throw error;
      void reply.headers(failure.options.headers ?? {});
      return refuse(failure);
    }
  }

  async function showFailure(http: FastifyRequest, reply: FastifyReply, failure: IdentityError): Promise<FastifyReply> {
    if (wantsJson(http.headers)) return sendFailure(reply, failure);
    const { redirectTo } = failure.options;
    if (redirectTo !== undefined) return seeOther(reply, redirectTo);
    const id = await keepFlowError(db, failure, http.cookies[csrfCookieName(origins.fixed)], clock.now());
    return seeOther(reply, `${origins.of(http)}/error?id=${id}`);
  }

  return {
    ...ctx,
    origins,
    flows: createFlowStore(ctx.secrets),
    credentials: createCredentialStore(ctx.secrets),
    limits: createAttemptLimits({ db, clock }),
    readRequest,
    answer: (http, reply, work) => respond(reply, work, (failure) => showFailure(http, reply, failure)),
    answerJson: (_http, reply, work) => respond(reply, work, (failure) => sendFailure(reply, failure)),
  };
}

function sendFailure(reply: FastifyReply, failure: IdentityError): FastifyReply {
  return reply.code(failure.status).send(failure.toBody());
}
