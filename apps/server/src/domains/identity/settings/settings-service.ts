import { isUniqueViolation, type Transaction } from '@quarterdeck/database';
import { findAccount, lockAccount } from '../accounts/account-store.ts';
import { afterForm, type FlowRecord } from '../flows/flow.ts';
import type { FlowBody, FlowRequest } from '../flows/flow-request.ts';
import type { FlowService, SessionCookie, Submission } from '../flows/flow-routes.ts';
import { sessionInactive } from '../flows/identity-error.ts';
import { NO_METHOD, SETTINGS } from '../flows/messages.ts';
import { withInput } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Refused, SettingsContext, SettingsMethod, SettingsSaved } from '../methods/method.ts';
import { findMethod, gatherOffers, leave } from '../methods/use-methods.ts';
import { recordOwn } from '../own-record.ts';
import { revokeSessions, rotateSession, type SessionRecord } from '../sessions/session-store.ts';
import { requireFreshSession, requireSettingsOwner, type SettingsOwner } from './settings-access.ts';

export interface SettingsService extends FlowService {
  readonly kind: 'settings';
  /**
   * Fills a flow for whom `request.signedIn` names, whatever the level of the session. For recovery, which signs in with mail alone: the flow is
   * read and sent only by a session that has the account's level.
   */
  open(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord>;
  /** Saves what a method made of a form, or of an answer from elsewhere, and shows the flow again. */
  save(context: SettingsContext, method: string, saved: SettingsSaved, body?: FlowBody): Promise<Submission>;
}

/** What people change about their own account. Source: automation-and-access §5.2, §5.4, §5.5. */
export function createSettingsService(identity: IdentityContext, methods: readonly SettingsMethod[]): SettingsService {
  async function show(context: SettingsContext): Promise<FlowRecord> {
    return { ...context.flow, ...(await gatherOffers(methods, context)) };
  }

  async function refuse(
    context: SettingsContext,
    method: string | undefined,
    body: FlowBody,
    refused: Refused,
  ): Promise<Submission> {
    const shown = await show({ ...context, flow: afterForm({ ...context.flow, state: 'show_form' }, method) });
    const nodes = withInput(shown.nodes, body, refused.fields);
    return { kind: 'flow', status: 400, flow: { ...shown, nodes, messages: refused.messages } };
  }

  async function open(flow: FlowRecord, request: FlowRequest): Promise<FlowRecord> {
    if (request.signedIn === undefined) throw sessionInactive();
    const { account } = request.signedIn;
    return show({ flow: { ...flow, identityId: account.id }, request, account });
  }

  async function save(context: SettingsContext, name: string, saved: SettingsSaved, body: FlowBody = {}): Promise<Submission> {
    const owner = await requireSettingsOwner(identity, context.request, context.flow);
    const outcome = await write(identity, owner, context.request, saved);
    if ('kind' in outcome) return refuse(context, name, body, outcome);
    recordOwn(identity, context.request, context.account, { via: 'session', resource: 'identities', ...saved.audit });
    const account = (await findAccount(identity.db, owner.account.id)) ?? owner.account;
    const { [name]: _done, ...internal } = context.flow.internal;
    const flow: FlowRecord = { ...context.flow, internal, active: name, state: 'success', messages: [SETTINGS.saved] };
    return {
      kind: 'flow',
      status: 200,
      flow: await show({ ...context, flow, account }),
      account,
      ...(outcome.cookie === undefined ? {} : { cookie: outcome.cookie }),
      ...(flow.returnTo === undefined ? {} : { returnTo: flow.returnTo }),
    };
  }

  return {
    kind: 'settings',
    open,
    save,
    async begin(flow, request) {
      await requireSettingsOwner(identity, request);
      return open(flow, request);
    },
    async checkRead(flow, request) {
      await requireSettingsOwner(identity, request, flow);
    },
    accountOf: (_flow, request) => request.signedIn?.account,
    async submit(flow, body, request) {
      const { account, session } = await requireSettingsOwner(identity, request, flow);
      const context: SettingsContext = { flow, request, account };
      const method = findMethod(methods, body);
      if (method === undefined) return refuse(context, undefined, body, { kind: 'refused', messages: [NO_METHOD.settings] });
      const { isPrivileged } = method;
      if (isPrivileged === true || (isPrivileged !== false && isPrivileged(context, body))) {
        requireFreshSession(session, flow, request);
      }
      const outcome = await method.submit(context, body);
      switch (outcome.kind) {
        case 'refused':
          return refuse(context, method.name, body, outcome);
        case 'redirect':
          return leave(identity, flow, method.name, outcome);
        case 'shown': {
          const internal = { ...flow.internal, [method.name]: outcome.internal ?? {} };
          const next: FlowRecord = { ...flow, internal, active: method.name, state: 'show_form', messages: [] };
          return { kind: 'flow', status: 200, flow: await show({ ...context, flow: next }) };
        }
        case 'saved':
          return save(context, method.name, outcome, body);
      }
    },
  };
}

/** Everything of a change at once: what is saved, the end of other sessions, the new token of the own one. */
async function write(
  { db }: IdentityContext,
  { account, session }: SettingsOwner,
  request: FlowRequest,
  saved: SettingsSaved,
): Promise<Refused | { readonly cookie?: SessionCookie }> {
  try {
    return await db.transaction(async (tx) => {
      await lockAccount(tx, account.id);
      const refused = await saved.save(tx);
      if (refused !== undefined) return refused;
      if (saved.endsOtherSessions === true) await revokeSessions(tx, account.id, request.now, session.id);
      return saved.keepsToken === true ? {} : { cookie: await rotate(tx, session, request, saved) };
    });
  } catch (error) {
    if (saved.taken === undefined || !isUniqueViolation(error)) throw error;
    return { kind: 'refused', messages: [saved.taken] };
  }
}

async function rotate(
  tx: Transaction,
  session: SessionRecord,
  request: FlowRequest,
  { proved }: SettingsSaved,
): Promise<SessionCookie> {
  const { token, session: rotated } = await rotateSession(tx, session.id, {
    ...(proved?.aal === 'aal2' ? { aal: 'aal2' as const } : {}),
    ...(proved === undefined ? {} : { methods: [...session.methods, { ...proved, completed_at: request.now.toISOString() }] }),
  });
  return { token, expiresAt: rotated.expiresAt };
}
