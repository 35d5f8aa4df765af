import { type AuthenticationMethod, SESSION_LIFETIME_MS } from '@quarterdeck/contract/identity';
import { type Account, findAccount } from '../accounts/account-store.ts';
import { availableAal } from '../accounts/credential-store.ts';
import { recordFailedProof } from '../failed-proof.ts';
import { afterForm, type FlowRecord } from '../flows/flow.ts';
import type { FlowBody, FlowRequest } from '../flows/flow-request.ts';
import { textOf } from '../flows/flow-request.ts';
import type { FlowService, Submission } from '../flows/flow-routes.ts';
import { IdentityError, sessionAvailable } from '../flows/identity-error.ts';
import { LOGIN, NO_METHOD } from '../flows/messages.ts';
import { withInput } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { LoginContext, LoginMethod, LoginPassed, Refused } from '../methods/method.ts';
import { findMethod, gatherOffers, leave } from '../methods/use-methods.ts';
import { recordOwn } from '../own-record.ts';
import { insertSession, rotateSession, type SessionRecord } from '../sessions/session-store.ts';
import { toSessionWire } from '../sessions/session-wire.ts';

/** Signing in, confirming who one is (refresh) and the second factor (aal2). Source: automation-and-access §5.2, §5.4, §5.5. */
export function createLoginService(identity: IdentityContext, methods: readonly LoginMethod[]): FlowService {
  async function show(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord> {
    const context = { flow, request, account: accountOf(flow, request) };
    const { nodes, internal } = await gatherOffers(methods, context);
    return { ...flow, nodes, internal: { ...flow.internal, ...internal } };
  }

  async function refuse(
    context: LoginContext,
    method: string | undefined,
    body: FlowBody,
    refused: Refused,
  ): Promise<Submission> {
    const shown = await show(afterForm(context.flow, method), context.request);
    const nodes = withInput(shown.nodes, body, refused.fields);
    return { kind: 'flow', status: 400, flow: { ...shown, nodes, messages: [...greeting(context.flow), ...refused.messages] } };
  }

  return {
    kind: 'login',
    allowsApi: true,
    async begin(wanted, request) {
      // There is nobody to confirm: it is a first sign-in.
      const flow = request.signedIn === undefined ? { ...wanted, refresh: false } : wanted;
      refuseNeedless(flow, request);
      return show({ ...flow, messages: greeting(flow) }, request);
    },
    async submit(flow, body, request) {
      const context: LoginContext = { flow, request, account: accountOf(flow, request) };
      if (flow.requestedAal === 'aal2' && request.signedIn === undefined) throw needsFirstFactor();
      const method = findMethod(methods, body);
      if (method === undefined) return refuse(context, undefined, body, { kind: 'refused', messages: [NO_METHOD.login] });
      const outcome = await method.submit(context, body);
      switch (outcome.kind) {
        case 'refused':
          // Fields that were left empty are no attempt.
          if (outcome.messages.length > 0) {
            recordFailedProof(identity, request, {
              action: 'sign_in_failed',
              account: context.account,
              claimed: textOf(body, 'identifier'),
              method: method.name,
              reason: outcome.messages.map(({ text }) => text).join(' '),
            });
          }
          return refuse(context, method.name, body, outcome);
        case 'redirect':
          return leave(identity, flow, method.name, outcome);
        case 'passed':
          return signIn(identity, flow, request, outcome);
      }
    },
  };
}

/**
 * Ends a login flow for somebody who proved who it is: a new session, or the present one with a new token and what it proved more.
 * An account with a second factor goes on to it. A flow signs in once, so that what was sent with it is of no use again.
 * @throws {IdentityError} self_service_flow_replaced
 */
export async function signIn(
  identity: IdentityContext,
  flow: FlowRecord,
  request: FlowRequest,
  passed: LoginPassed,
): Promise<Submission> {
  if (!(await identity.flows.pass(identity.db, flow.id))) throw alreadyPassed();
  const account = await findAccount(identity.db, passed.identityId);
  if (account === undefined) throw new Error('who signed in has no account');
  const { session, token } = await proveSession(identity, request, passed);
  recordOwn(identity, request, account, {
    via: 'none',
    action: 'sign_in',
    details: { method: passed.method, aal: passed.aal, ...(passed.provider === undefined ? {} : { provider: passed.provider }) },
  });
  await identity.db.query('UPDATE people SET last_login = $2 WHERE id = $1', [passed.identityId, request.now]);
  const cookie = flow.type === 'api' ? undefined : { token, expiresAt: session.expiresAt };
  const returnTo = flow.returnTo ?? `${request.origin}/`;
  const types = await identity.credentials.types(identity.db, passed.identityId);
  if (session.aal === 'aal1' && availableAal(types) === 'aal2' && flow.type === 'browser') {
    const to = `${request.origin}/login?aal=aal2&return_to=${encodeURIComponent(returnTo)}`;
    return { kind: 'redirect', to, ...(cookie === undefined ? {} : { cookie }) };
  }
  return {
    kind: 'done',
    returnTo,
    body: { session: toSessionWire(session, account, request.origin), ...(flow.type === 'api' ? { session_token: token } : {}) },
    ...(cookie === undefined ? {} : { cookie }),
  };
}

async function proveSession(
  { db }: IdentityContext,
  request: FlowRequest,
  passed: LoginPassed,
): Promise<{ session: SessionRecord; token: string }> {
  const proof: AuthenticationMethod = {
    method: passed.method,
    aal: passed.aal,
    completed_at: request.now.toISOString(),
    ...(passed.provider === undefined ? {} : { provider: passed.provider }),
  };
  const present = request.signedIn?.session;
  if (present !== undefined && present.identityId === passed.identityId) {
    return rotateSession(db, present.id, {
      ...(passed.aal === 'aal2' ? { aal: 'aal2' as const } : {}),
      methods: [...present.methods, proof],
      authenticatedAt: request.now,
    });
  }
  return insertSession(db, {
    identityId: passed.identityId,
    aal: passed.aal,
    methods: [proof],
    at: request.now,
    expiresAt: new Date(request.now.getTime() + SESSION_LIFETIME_MS),
    ipAddress: request.ip,
    userAgent: request.userAgent,
  });
}

function accountOf(flow: FlowRecord, { signedIn }: FlowRequest): Account | undefined {
  return flow.refresh || flow.requestedAal === 'aal2' ? signedIn?.account : undefined;
}

function greeting(flow: FlowRecord) {
  if (flow.requestedAal === 'aal2') return [LOGIN.secondFactor];
  return flow.refresh ? [LOGIN.confirm] : [];
}

function alreadyPassed(): IdentityError {
  return new IdentityError('self_service_flow_replaced', 'somebody signed in with this form already', {
    reason: 'A form signs in once, please begin again.',
  });
}

function needsFirstFactor(): IdentityError {
  return new IdentityError('session_aal1_required', 'sign in with the first factor before the second', {
    reason: 'The second factor needs a session of the first.',
  });
}

function refuseNeedless(flow: FlowRecord, request: FlowRequest): void {
  const { signedIn } = request;
  if (flow.requestedAal === 'aal2' && signedIn === undefined) throw needsFirstFactor();
  if (signedIn === undefined || flow.refresh) return;
  if (flow.requestedAal === 'aal2' && signedIn.session.aal === 'aal1') return;
  throw sessionAvailable(flow, request, 'Sign out, or ask for a refresh to confirm who you are.');
}
