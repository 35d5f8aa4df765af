import { randomUUID, timingSafeEqual } from 'node:crypto';
import { FLOW_LIFETIME_MS, type UiText } from '@quarterdeck/contract/identity';
import type { FastifyInstance } from 'fastify';
import { allow } from '../../../../http/guard.ts';
import { toIdentity } from '../../accounts/account-store.ts';
import { recordFailedProof } from '../../failed-proof.ts';
import type { FlowRecord } from '../../flows/flow.ts';
import type { FlowRequest } from '../../flows/flow-request.ts';
import { type FlowService, refuseOthers, type Submission, send } from '../../flows/flow-routes.ts';
import { identityBase } from '../../flows/flow-wire.ts';
import { flowNotFound, IdentityError, sessionInactive } from '../../flows/identity-error.ts';
import { EXPIRED, PROBLEMS } from '../../flows/messages.ts';
import type { IdentityContext } from '../../identity-context.ts';
import { signIn } from '../../login/login-service.ts';
import type { SettingsService } from '../../settings/settings-service.ts';
import { flowOfState } from './begin-at-provider.ts';
import { type Profile, readProfile } from './claims.ts';
import { enterByProvider } from './enter-by-provider.ts';
import { type Pending, PendingSchema, type ProviderClient, ProviderFailure } from './provider-client.ts';
import { describeFailure } from './provider-failure.ts';
import type { SignInProviders } from './sign-in-providers.ts';

/** The flows that a provider can be used in. */
export interface ProviderFlows {
  readonly login: FlowService;
  readonly registration?: FlowService;
  readonly settings?: SettingsService;
}

type CallbackRequest = { Params: { provider: string }; Querystring: { state?: unknown } };

/**
 * Where providers send browsers back. The state belongs to one flow of one browser and counts once; what goes wrong at the provider
 * is shown in that flow. Source: automation-and-access §5.4.
 */
export function registerOidcCallback(
  http: FastifyInstance,
  identity: IdentityContext,
  providers: SignInProviders,
  services: ProviderFlows,
): void {
  http.get<CallbackRequest>('/.ory/self-service/methods/oidc/callback/:provider', allow('public'), (http, reply) =>
    identity.answer(http, reply, async () => {
      const request = await identity.readRequest(http);
      const { flow, service, pending } = await findFlow(identity, services, String(http.query.state), request);
      if (pending.provider !== http.params.provider) throw stateUnknown();
      const client = providers.find(pending.provider);
      if (client === undefined) throw stateUnknown();
      // The state is spent before the code is, so that nothing can be tried twice.
      const spent = withoutPending(flow);
      await identity.flows.save(identity.db, spent);
      const step = { identity, providers, services, service, request, flow: spent };
      const query = http.originalUrl.slice(http.originalUrl.indexOf('?'));
      const submission = flow.expiresAt <= request.now ? await restart(step) : await goOn(step, client, query, pending);
      return send(identity, service, reply, request, submission);
    }),
  );
}

/** A flow that goes on after its browser came back. */
interface Step {
  readonly identity: IdentityContext;
  readonly providers: SignInProviders;
  readonly services: ProviderFlows;
  /** The one of the flow. */
  readonly service: FlowService;
  readonly request: FlowRequest;
  readonly flow: FlowRecord;
}

async function goOn(step: Step, client: ProviderClient, query: string, pending: Pending): Promise<Submission> {
  const { identity, providers, flow, request } = step;
  const { provider } = client;
  let profile: Profile;
  try {
    profile = await readProfile(provider, await client.finish(query, pending), identity.expressions);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    identity.log.warn({ err: error, provider: provider.id }, 'a sign-in with a provider failed');
    return refuse(step, provider.id, describeFailure(error, provider.label));
  }
  if (flow.kind === 'settings') return link(step, profile);
  const entry = await enterByProvider(identity, providers, { flow, request }, profile);
  if ('refused' in entry) return refuse(step, provider.id, entry.refused, profile.email);
  const { id: identityId } = entry.account;
  const submission = await signIn(identity, flow, request, {
    kind: 'passed',
    identityId,
    method: 'oidc',
    aal: 'aal1',
    provider: provider.id,
  });
  if (submission.kind !== 'done' || flow.kind !== 'registration') return submission;
  return { ...submission, body: { ...submission.body, identity: toIdentity(entry.account, identityBase(request.origin)) } };
}

/** Links the provider's account to the one that is signed in. */
async function link({ providers, services, flow, request }: Step, { provider, subject }: Profile): Promise<Submission> {
  const account = request.signedIn?.account;
  if (account === undefined || services.settings === undefined) throw sessionInactive();
  return services.settings.save({ flow, request, account }, 'oidc', {
    kind: 'saved',
    audit: { action: 'link_provider', details: { provider: provider.id } },
    taken: PROBLEMS.providerTaken(provider.label),
    async save(tx) {
      await providers.links.add(tx, account.id, provider.id, subject);
      return undefined;
    },
  });
}

/** Shows and records why nobody came in. @param claimed address that the provider told */
function refuse(step: Step, provider: string, text: UiText, claimed?: string): Promise<Submission> {
  const { identity, flow, request } = step;
  const action = flow.kind === 'settings' ? 'link_provider' : 'sign_in_failed';
  const account = request.signedIn?.account;
  recordFailedProof(identity, request, { action, account, claimed, method: 'oidc', provider, reason: text.text });
  return showAgain(step, text);
}

/** The flow as at its beginning, with what went wrong. */
async function showAgain({ service, flow, request }: Step, text: UiText): Promise<Submission> {
  const shown = await service.begin(flow, request);
  return { kind: 'flow', status: 400, flow: { ...shown, active: 'oidc', messages: [...shown.messages, text] } };
}

/** A new flow in place of one that ran out while the browser was at the provider. */
function restart(step: Step): Promise<Submission> {
  const { now } = step.request;
  const expiresAt = new Date(now.getTime() + FLOW_LIFETIME_MS);
  return showAgain(
    { ...step, flow: { ...step.flow, id: randomUUID(), internal: {}, issuedAt: now, expiresAt } },
    EXPIRED[step.service.kind],
  );
}

/** The flow that a state belongs to, in the browser that began it. @throws {IdentityError} */
async function findFlow(
  identity: IdentityContext,
  services: ProviderFlows,
  state: string,
  request: FlowRequest,
): Promise<{ flow: FlowRecord; service: FlowService; pending: Pending }> {
  const named = flowOfState(state);
  const service = [services.login, services.registration, services.settings].find((one) => one?.kind === named?.kind);
  if (named === undefined || service === undefined) throw stateUnknown();
  const flow = await identity.flows.find(identity.db, service.kind, named.id);
  if (flow === undefined) throw flowNotFound();
  refuseOthers(flow, request);
  const pending = PendingSchema.safeParse(flow.internal.oidc);
  if (!pending.success || !isSame(pending.data.state, state)) throw stateUnknown();
  return { flow, service, pending: pending.data };
}

function withoutPending(flow: FlowRecord): FlowRecord {
  const { oidc: _spent, ...internal } = flow.internal;
  return { ...flow, internal };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function stateUnknown(): IdentityError {
  return new IdentityError('security_csrf_violation', 'the answer of the provider belongs to no form of this browser', {
    reason: 'It may have been used already. Please sign in again.',
  });
}
