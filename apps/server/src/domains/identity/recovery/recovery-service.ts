import { SESSION_LIFETIME_MS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { findAccount, lockAccount, markVerified, normalAddress } from '../accounts/account-store.ts';
import { type Accepted, type AddressFlowParts, createAddressFlowService } from '../codes/address-flow.ts';
import { dropCodesOfAccount, type Proof, type ProofKind } from '../codes/code-store.ts';
import { draftFlow } from '../flows/draft-flow.ts';
import type { FlowRecord } from '../flows/flow.ts';
import type { FlowRequest } from '../flows/flow-request.ts';
import { type FlowService, pageOf, type Submission } from '../flows/flow-routes.ts';
import { RECOVERY } from '../flows/messages.ts';
import type { IdentityContext } from '../identity-context.ts';
import { recoveryMail } from '../mail/messages.ts';
import { recordOwn } from '../own-record.ts';
import { insertSession } from '../sessions/session-store.ts';
import { RECOVERY_TEXTS } from './recovery-texts.ts';

/** Fills a settings flow for whom `request.signedIn` names, whatever the level of the session. */
export type OpenSettings = (flow: FlowRecord, request: FlowRequest) => Promise<FlowRecord>;

/**
 * A way back in for those who forgot their password: whoever reads the account's mail gets a session and a settings flow to choose a new one.
 * The session is of the first level: an account with a second factor is asked for it before the settings open. Source: automation-and-access §5.4.
 */
export function createRecoveryService(
  identity: IdentityContext,
  openSettings: OpenSettings,
  parts: AddressFlowParts,
): FlowService {
  const { db, flows } = identity;

  async function accept(
    tx: Queryable,
    flow: FlowRecord,
    { identityId, address, kind }: Proof & { kind: ProofKind },
    request: FlowRequest,
  ): Promise<Accepted | undefined> {
    const { now } = request;
    await lockAccount(tx, identityId);
    const account = await findAccount(tx, identityId);
    if (account?.state !== 'active' || normalAddress(account.traits.email) !== address) return undefined;
    await markVerified(tx, identityId, address, now);
    await dropCodesOfAccount(tx, identityId);
    await tx.query('UPDATE people SET last_login = $2 WHERE id = $1', [identityId, now]);
    await flows.save(tx, { ...flow, state: 'passed_challenge', active: kind, nodes: [], messages: [RECOVERY.recovered] });
    const { session, token } = await insertSession(tx, {
      identityId,
      aal: 'aal1',
      methods: [{ method: `${kind}_recovery`, aal: 'aal1', completed_at: now.toISOString() }],
      at: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      ipAddress: request.ip,
      userAgent: request.userAgent,
    });
    return async () => {
      recordOwn(identity, request, account, { via: 'none', action: 'recover', details: { method: `${kind}_recovery` } });
      const to = await openSettingsPage(flow, { ...request, signedIn: { session, account } });
      return { kind: 'redirect', to, cookie: { token, expiresAt: session.expiresAt } } satisfies Submission;
    };
  }

  async function openSettingsPage({ returnTo }: FlowRecord, request: FlowRequest): Promise<string> {
    const { now, csrfSecret, origin } = request;
    const draft = draftFlow('settings', { now, csrfSecret, returnTo, requestUrl: `${origin}/recovery` });
    const settings = await openSettings(draft, request);
    await flows.save(db, { ...settings, messages: [RECOVERY.recovered] });
    return pageOf(settings, request);
  }

  return createAddressFlowService(identity, { kind: 'recovery', texts: RECOVERY_TEXTS, mail: recoveryMail, accept }, parts);
}
