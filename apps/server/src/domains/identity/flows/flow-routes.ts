import type { FlowDone, FlowKind } from '@quarterdeck/contract/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allow } from '../../../http/guard.ts';
import type { Account } from '../accounts/account-store.ts';
import type { IdentityContext } from '../identity-context.ts';
import { SESSION_COOKIE, setSessionCookie } from '../sessions/session-cookie.ts';
import { csrfCookieName, hashCsrfSecret, isCsrfToken, newCsrfSecret } from './csrf.ts';
import { draftFlow } from './draft-flow.ts';
import { FLOW_PAGES, type FlowRecord } from './flow.ts';
import { type FlowBody, type FlowRequest, queryText, textOf, unfold } from './flow-request.ts';
import { toWire } from './flow-wire.ts';
import { flowNotFound, goTo, IdentityError, returnToForbidden } from './identity-error.ts';
import { EXPIRED } from './messages.ts';
import { checkReturnTo } from './return-to.ts';
import { seeOther } from './see-other.ts';

/** What became of a form. */
export type Submission =
  /** Shown again: 200 when it went well or goes on, 400 when something is wrong with what was entered. */
  | {
      readonly kind: 'flow';
      readonly flow: FlowRecord;
      readonly status: 200 | 400;
      readonly cookie?: SessionCookie;
      /** The account as it is now, when the form changed it. */
      readonly account?: Account;
      /** Where a browser without JSON goes, in place of the flow's page. */
      readonly returnTo?: string;
      /** Begun once the answer is out, so that how long it takes tells nobody anything. */
      readonly afterwards?: () => void;
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookie?: SessionCookie }
  | { readonly kind: 'done'; readonly body: FlowDone; readonly returnTo: string; readonly cookie?: SessionCookie };

export interface SessionCookie {
  readonly token: string;
  readonly expiresAt: Date;
}

/** One kind of flow: how it begins and what it does with a form. The routes see to everything that all kinds share. */
export interface FlowService {
  readonly kind: FlowKind;
  /** Fills a new flow. @throws {IdentityError} when it may not begin */
  begin(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord>;
  submit(flow: FlowRecord, body: FlowBody, request: FlowRequest): Promise<Submission>;
  /** Whether the flow may be looked at, besides by the browser that began it. @throws {IdentityError} */
  checkRead?(flow: FlowRecord, request: FlowRequest): void | Promise<void>;
  /** Account of a settings flow. */
  accountOf?(flow: FlowRecord, request: FlowRequest): Account | undefined;
  /** Programs may begin it without cookies. */
  readonly allowsApi?: boolean;
}

/** The largest forms carry the answer of a security key. */
const FORM_MOST_BYTES = 128 * 1024;

/** GET …/browser, GET …/flows?id, POST …?flow of one kind. Source: automation-and-access §5.2. */
export function registerFlowRoutes(http: FastifyInstance, identity: IdentityContext, service: FlowService): void {
  const { kind } = service;
  const path = `/.ory/self-service/${kind}`;

  async function begin(
    http: FastifyRequest,
    reply: FastifyReply,
    type: FlowRecord['type'],
    old?: FlowRecord,
  ): Promise<FlowRecord> {
    const asked = await identity.readRequest(http);
    const request = type === 'api' ? asked : withCsrfSecret(asked, reply, identity);
    const draft = newFlow(service, request, type, old);
    const begun = await service.begin(draft, request);
    const flow = old === undefined ? begun : { ...begun, messages: [...begun.messages, EXPIRED[kind]] };
    await identity.flows.save(identity.db, flow);
    return flow;
  }

  http.get(`${path}/browser`, allow('public'), (http, reply) =>
    identity.answer(http, reply, async () => {
      const flow = await begin(http, reply, 'browser');
      const request = await identity.readRequest(http);
      return request.wantsJson
        ? toWire(flow, request, service.accountOf?.(flow, request))
        : seeOther(reply, pageOf(flow, request));
    }),
  );
  if (service.allowsApi === true) {
    http.get(`${path}/api`, allow('public'), (http, reply) =>
      identity.answerJson(http, reply, async () => toWire(await begin(http, reply, 'api'), await identity.readRequest(http))),
    );
  }
  http.get(`${path}/flows`, allow('public'), (http, reply) =>
    identity.answerJson(http, reply, async () => {
      const request = await identity.readRequest(http);
      const flow = await findFlow(identity, service, queryText(http, 'id'), request);
      refuseOthers(flow, request);
      await service.checkRead?.(flow, request);
      return toWire(flow, request, service.accountOf?.(flow, request));
    }),
  );
  http.post(path, { ...allow('public'), bodyLimit: FORM_MOST_BYTES }, async (http, reply) => {
    const found = await identity.flows.find(identity.db, kind, queryText(http, 'flow') ?? '');
    const answer = found?.type === 'api' ? identity.answerJson : identity.answer;
    return answer(http, reply, async () => {
      if (found === undefined) throw flowNotFound();
      const read = await identity.readRequest(http);
      const asked = { ...read, wantsJson: read.wantsJson || found.type === 'api' };
      refuseOthers(found, asked);
      if (found.expiresAt <= asked.now) throw await replaceExpired(found, asked, reply);
      const body = unfold(http.body);
      refuseForgery(found, body, asked);
      // A link was opened in a browser that has no cookie yet; what follows the link belongs to this browser.
      const request = found.type === 'browser' && found.csrfHash === undefined ? withCsrfSecret(asked, reply, identity) : asked;
      await service.checkRead?.(found, request);
      return send(identity, service, reply, request, await service.submit(found, body, request));
    });
  });

  /** A new flow in place of one that ran out in the middle; the browser goes on with it. */
  async function replaceExpired(old: FlowRecord, request: FlowRequest, reply: FastifyReply): Promise<IdentityError> {
    const next = await begin(request.http, reply, old.type, old);
    await identity.flows.save(identity.db, { ...old, replacedBy: next.id });
    return expired(old, request.now, next.id, request.wantsJson ? undefined : pageOf(next, request));
  }
}

async function findFlow(
  identity: IdentityContext,
  { kind }: FlowService,
  id: string | undefined,
  { now }: FlowRequest,
): Promise<FlowRecord> {
  const flow = await identity.flows.find(identity.db, kind, id ?? '');
  if (flow === undefined) throw flowNotFound();
  if (flow.expiresAt <= now) throw expired(flow, now, flow.replacedBy);
  return flow;
}

/** @param page where a browser goes on that reads no JSON */
function expired(flow: FlowRecord, now: Date, useFlowId: string | undefined, page?: string): IdentityError {
  const minutes = ((now.getTime() - flow.expiresAt.getTime()) / 60_000).toFixed(2);
  return new IdentityError('self_service_flow_expired', 'the flow expired', {
    reason: `The ${flow.kind} flow expired ${minutes} minutes ago, please begin again.`,
    expiredAt: flow.expiresAt,
    ...(useFlowId === undefined ? {} : { useFlowId }),
    ...(page === undefined ? {} : { redirectTo: page }),
  });
}

function newFlow({ kind }: FlowService, request: FlowRequest, type: FlowRecord['type'], old: FlowRecord | undefined): FlowRecord {
  const wanted = queryText(request.http, 'return_to') ?? queryText(request.http, 'after_verification_return_to') ?? '';
  const returnTo = wanted === '' ? undefined : checkReturnTo(wanted, request.origin);
  if (wanted !== '' && returnTo === undefined) throw returnToForbidden();
  return {
    ...draftFlow(kind, {
      now: request.now,
      requestUrl: old?.requestUrl ?? `${request.origin}${request.http.originalUrl}`,
      returnTo: old?.returnTo ?? returnTo,
      csrfSecret: type === 'api' ? undefined : request.csrfSecret,
    }),
    type,
    requestedAal: old?.requestedAal ?? (queryText(request.http, 'aal') === 'aal2' ? 'aal2' : 'aal1'),
    refresh: old?.refresh ?? queryText(request.http, 'refresh') === 'true',
  };
}

/** Gives the browser the anti-forgery cookie when it has none. */
function withCsrfSecret(request: FlowRequest, reply: FastifyReply, identity: IdentityContext): FlowRequest {
  return request.csrfSecret === undefined ? withNewCsrfSecret(request, reply, identity) : request;
}

function withNewCsrfSecret(request: FlowRequest, reply: FastifyReply, identity: IdentityContext): FlowRequest {
  const csrfSecret = newCsrfSecret();
  const name = csrfCookieName(identity.origins.fixed);
  void reply.setCookie(name, csrfSecret, { path: '/', httpOnly: true, sameSite: 'lax', secure: identity.origins.isSecure });
  request.http.cookies[name] = csrfSecret;
  return { ...request, csrfSecret };
}

/** Only the browser that began a flow goes on with it. @throws {IdentityError} */
export function refuseOthers(flow: FlowRecord, { csrfSecret }: FlowRequest): void {
  if (flow.csrfHash === undefined) return;
  if (csrfSecret === undefined || hashCsrfSecret(csrfSecret) !== flow.csrfHash) throw forgery();
}

function refuseForgery(flow: FlowRecord, body: FlowBody, { csrfSecret, http }: FlowRequest): void {
  // Programs have no cookies; a page of somebody else that uses a flow of theirs would send those of its visitor.
  if (flow.type === 'api' && http.cookies[SESSION_COOKIE] !== undefined) throw forgery();
  if (flow.csrfHash === undefined) return;
  const header = http.headers['x-csrf-token'];
  const token = typeof header === 'string' ? header : textOf(body, 'csrf_token');
  if (csrfSecret === undefined || !isCsrfToken(token, csrfSecret)) throw forgery();
}

function forgery(): IdentityError {
  return new IdentityError('security_csrf_violation', 'the form does not come from the browser that began it', {
    reason: 'A security violation was detected, please fill out the form again.',
  });
}

/** Where the console shows the flow. */
export function pageOf(flow: FlowRecord, { origin }: Pick<FlowRequest, 'origin'>): string {
  return `${origin}${FLOW_PAGES[flow.kind]}?flow=${flow.id}`;
}

/** Answers with what became of a form, as the caller reads it, and gives the browser the cookie of its session. */
export async function send(
  identity: IdentityContext,
  service: FlowService,
  reply: FastifyReply,
  request: FlowRequest,
  submission: Submission,
) {
  if (submission.cookie !== undefined) {
    setSessionCookie(reply, submission.cookie.token, submission.cookie.expiresAt, identity.origins.isSecure);
  }
  switch (submission.kind) {
    case 'flow': {
      await identity.flows.save(identity.db, submission.flow);
      if (submission.afterwards !== undefined) reply.raw.once('close', submission.afterwards);
      if (!request.wantsJson) return seeOther(reply, submission.returnTo ?? pageOf(submission.flow, request));
      void reply.code(submission.status);
      return toWire(submission.flow, request, submission.account ?? service.accountOf?.(submission.flow, request));
    }
    case 'redirect':
      if (!request.wantsJson) return seeOther(reply, submission.to);
      throw goTo(submission.to);
    case 'done':
      // An anti-forgery cookie that somebody planted before the sign-in is worth nothing after it.
      if (submission.cookie !== undefined && request.signedIn === undefined) withNewCsrfSecret(request, reply, identity);
      return request.wantsJson ? submission.body : seeOther(reply, submission.returnTo);
  }
}
