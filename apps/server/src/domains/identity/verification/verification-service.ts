import { CODE_LIFETIME_MS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { type Account, findAccount, lockAccount, markVerified, normalAddress } from '../accounts/account-store.ts';
import {
  type Accepted,
  type AddressFlowParts,
  type AddressFlowTexts,
  createAddressFlowService,
  fieldsOf,
  linkTo,
} from '../codes/address-flow.ts';
import { issueCode, issueLinkToken, type Proof, type ProofKind } from '../codes/code-store.ts';
import { draftFlow } from '../flows/draft-flow.ts';
import type { FlowRecord } from '../flows/flow.ts';
import type { FlowRequest } from '../flows/flow-request.ts';
import { type FlowService, pageOf } from '../flows/flow-routes.ts';
import { LABELS, NO_METHOD, PROBLEMS, VERIFICATION } from '../flows/messages.ts';
import { anchorNode } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import { verificationMail } from '../mail/messages.ts';
import { recordOwn } from '../own-record.ts';

const TEXTS: AddressFlowTexts = {
  codeLabel: LABELS.verificationCode,
  codeSent: VERIFICATION.codeSent,
  linkSent: VERIFICATION.linkSent,
  codeWrong: PROBLEMS.verificationCodeWrong,
  tokenInvalid: PROBLEMS.verificationTokenInvalid,
  done: PROBLEMS.verificationDone,
  failed: PROBLEMS.verificationFailed,
  noMethod: NO_METHOD.verification,
};

export interface VerificationService extends FlowService {
  /**
   * Begins a flow for the address of an account and mails it a code and a link, in the transaction that made or changed the account.
   * @returns the step that the console goes on with (`continue_with`)
   */
  start(
    tx: Queryable,
    account: Pick<Account, 'id' | 'traits'>,
    request: Pick<FlowRequest, 'now' | 'origin'>,
  ): Promise<VerificationStep>;
  /** For registration: nothing when a provider vouched for the address. */
  afterRegistration(account: Account, request: FlowRequest): Promise<VerificationStep[]>;
}

/** Source: automation-and-access §5.2, as clients of the ecosystem read it. */
export interface VerificationStep extends Record<string, unknown> {
  readonly action: 'show_verification_ui';
  readonly flow: { readonly id: string; readonly verifiable_address: string; readonly url: string };
}

/** Proof that the address of an account is the person's. Source: automation-and-access §5.4. */
export function createVerificationService(identity: IdentityContext, parts: AddressFlowParts): VerificationService {
  const { db, flows, secrets } = identity;

  async function accept(
    tx: Queryable,
    flow: FlowRecord,
    { identityId, address, kind }: Proof & { kind: ProofKind },
    request: FlowRequest,
  ): Promise<Accepted | undefined> {
    await lockAccount(tx, identityId);
    const account = await findAccount(tx, identityId);
    if (account?.state !== 'active' || normalAddress(account.traits.email) !== address) return undefined;
    await markVerified(tx, identityId, address, request.now);
    const passed: FlowRecord = {
      ...flow,
      state: 'passed_challenge',
      active: kind,
      nodes: [anchorNode('code', 'continue', flow.returnTo ?? `${request.origin}/`, LABELS.continue)],
      messages: [VERIFICATION.verified],
    };
    await flows.save(tx, passed);
    return async () => {
      recordOwn(identity, request, account, { via: 'none', action: 'verify', details: { method: kind } });
      return { kind: 'flow', status: 200, flow: passed };
    };
  }

  const start: VerificationService['start'] = async (tx, account, { now, origin }) => {
    const { email } = account.traits;
    const draft: FlowRecord = {
      ...draftFlow('verification', { now, requestUrl: `${origin}/verification` }),
      state: 'sent_email',
      active: 'code',
      identityId: account.id,
      messages: [VERIFICATION.codeSent],
      internal: { hasCode: true },
    };
    const flow = { ...draft, nodes: fieldsOf(draft, TEXTS) };
    await flows.save(tx, flow);
    const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
    const proof = { flowId: flow.id, identityId: account.id, address: normalAddress(email), at: now, expiresAt };
    const code = await issueCode(tx, secrets, proof);
    const link = linkTo(origin, flow, await issueLinkToken(tx, proof));
    await parts.courier.send(tx, verificationMail({ recipient: email, expiresAt, code, link, origin }));
    return {
      action: 'show_verification_ui',
      flow: { id: flow.id, verifiable_address: email, url: pageOf(flow, { origin }) },
    };
  };

  return {
    ...createAddressFlowService(identity, { kind: 'verification', texts: TEXTS, mail: verificationMail, accept }, parts),
    start,
    async afterRegistration(account, request) {
      if (account.addresses.every(({ verifiedAt }) => verifiedAt !== null)) return [];
      return [await db.transaction((tx) => start(tx, account, request))];
    },
  };
}
