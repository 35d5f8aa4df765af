import { CODE_LIFETIME_MS, CODE_MOST_ATTEMPTS, type UiNode, type UiText } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { type Account, findAccountByEmail, normalAddress } from '../accounts/account-store.ts';
import { isMailAddress } from '../accounts/mail-address.ts';
import type { BackgroundWork } from '../background-work.ts';
import { recordFailedProof } from '../failed-proof.ts';
import { draftFlow } from '../flows/draft-flow.ts';
import { FLOW_PAGES, type FlowRecord } from '../flows/flow.ts';
import { type FlowBody, type FlowRequest, textOf } from '../flows/flow-request.ts';
import type { FlowService, Submission } from '../flows/flow-routes.ts';
import { LABELS, PROBLEMS } from '../flows/messages.ts';
import { inputNode, submitNode, withInput } from '../flows/nodes.ts';
import type { IdentityContext } from '../identity-context.ts';
import type { Courier, Mail } from '../mail/courier.ts';
import type { MailedProof } from '../mail/messages.ts';
import { countAttempt, dropCodesOfFlow, issueCode, issueLinkToken, type Proof, type ProofKind, redeem } from './code-store.ts';

/** A flow in which somebody proves to read the mail of an address: recovery and verification. */
export interface AddressFlow {
  readonly kind: 'recovery' | 'verification';
  readonly texts: AddressFlowTexts;
  mail(proof: MailedProof & { origin: string }): Mail;
  /**
   * What the proof is good for. Runs in the transaction that uses it up.
   * @returns undefined when it is good for nothing any more: it counts as wrong
   */
  accept(
    tx: Queryable,
    flow: FlowRecord,
    proof: Proof & { kind: ProofKind },
    request: FlowRequest,
  ): Promise<Accepted | undefined>;
}

/** How it goes on once the transaction is through. */
export type Accepted = () => Promise<Submission>;

export interface AddressFlowTexts {
  readonly codeLabel: UiText;
  readonly codeSent: UiText;
  readonly linkSent: UiText;
  readonly codeWrong: UiText;
  readonly tokenInvalid: UiText;
  readonly done: UiText;
  readonly failed: UiText;
  readonly noMethod: UiText;
}

export interface AddressFlowParts {
  readonly courier: Courier;
  readonly background: BackgroundWork;
}

/**
 * Step 1 takes an address and says the same of every one, known or not, before it looks whether there is an account; step 2 takes the code.
 * Links go to a flow of their own that any browser may open. Source: automation-and-access §5.4.
 */
export function createAddressFlowService(identity: IdentityContext, kind: AddressFlow, parts: AddressFlowParts): FlowService {
  const { db, secrets, limits } = identity;
  const { texts } = kind;

  /** A new flow for the same browser, with the reason why it begins anew. */
  function restart(old: FlowRecord, request: FlowRequest, message: UiText): Submission {
    const { csrfSecret, now } = request;
    const draft = draftFlow(kind.kind, { now, csrfSecret, requestUrl: old.requestUrl, returnTo: old.returnTo });
    return { kind: 'flow', status: 200, flow: { ...draft, nodes: fieldsOf(draft, texts), messages: [message] } };
  }

  /** Mails a code for this flow, or a link to another one, when the address has an account. */
  async function issue(flow: FlowRecord, method: ProofKind, email: string, request: FlowRequest): Promise<void> {
    const account = await findAccountByEmail(db, email);
    if (account?.state !== 'active') return;
    await db.transaction(async (tx) => {
      if (method === 'code') await dropCodesOfFlow(tx, flow.id);
      const proof = await issueProof(identity, tx, { flow, method, account, request, kind: kind.kind });
      await parts.courier.send(tx, kind.mail({ ...proof, origin: request.origin }));
    });
  }

  async function askForMail(flow: FlowRecord, body: FlowBody, method: ProofKind, request: FlowRequest): Promise<Submission> {
    const remembered = flow.internal.email;
    const email = typeof remembered === 'string' ? remembered : textOf(body, 'email').trim();
    const refuse = (messages: readonly UiText[], fields: Readonly<Record<string, readonly UiText[]>> = {}): Submission => ({
      kind: 'flow',
      status: 400,
      flow: { ...flow, nodes: withInput(fieldsOf(flow, texts), body, fields), messages },
    });
    if (!isMailAddress(email)) {
      return refuse([], {
        email: [email === '' ? PROBLEMS.required('email') : PROBLEMS.format('This is not an email address.')],
      });
    }
    const attempt = await limits.attempt({ scope: 'mail', account: email, address: request.ip });
    if (attempt.waitMinutes !== undefined) return refuse([PROBLEMS.tooMany(attempt.waitMinutes)]);
    const next: FlowRecord = {
      ...flow,
      state: 'sent_email',
      active: method,
      messages: [method === 'code' ? texts.codeSent : texts.linkSent],
      internal: method === 'code' ? { email } : {},
    };
    return {
      kind: 'flow',
      status: 200,
      flow: { ...next, nodes: fieldsOf(next, texts) },
      afterwards: () => parts.background.run(() => issue(next, method, email, request)),
    };
  }

  /** Looks at a code or token; right ones are used up. */
  async function accept(
    flow: FlowRecord,
    given: { kind: ProofKind; secret: string },
    request: FlowRequest,
  ): Promise<Submission | undefined> {
    const accepted = await db.transaction(async (tx) => {
      const proof = await redeem(tx, secrets, { ...given, flowId: flow.id, now: request.now });
      return proof && (await kind.accept(tx, flow, { ...proof, kind: given.kind }, request));
    });
    return accepted?.();
  }

  function recordFailure(flow: FlowRecord, method: ProofKind, request: FlowRequest, reason: UiText): void {
    const { email } = flow.internal;
    const action = kind.kind === 'recovery' ? 'recover_failed' : 'verify_failed';
    const claimed = typeof email === 'string' ? email : undefined;
    recordFailedProof(identity, request, { action, claimed, method, reason: reason.text });
  }

  async function tryCode(flow: FlowRecord, code: string, request: FlowRequest): Promise<Submission> {
    const attempt = await limits.attempt({ scope: 'code', address: request.ip });
    if (attempt.waitMinutes !== undefined) {
      const reason = PROBLEMS.tooMany(attempt.waitMinutes);
      recordFailure(flow, 'code', request, reason);
      return { kind: 'flow', status: 400, flow: { ...flow, messages: [reason] } };
    }
    const count = await countAttempt(db, flow.id);
    const done = count > CODE_MOST_ATTEMPTS ? undefined : await accept(flow, { kind: 'code', secret: code }, request);
    if (done !== undefined) {
      await attempt.passed();
      return done;
    }
    recordFailure(flow, 'code', request, count < CODE_MOST_ATTEMPTS ? texts.codeWrong : texts.failed);
    if (count < CODE_MOST_ATTEMPTS) return { kind: 'flow', status: 200, flow: { ...flow, messages: [texts.codeWrong] } };
    return restart(flow, request, texts.failed);
  }

  return {
    kind: kind.kind,
    begin: async (flow) => ({ ...flow, nodes: fieldsOf(flow, texts) }),
    async submit(flow, body, request) {
      if (flow.state === 'passed_challenge') return restart(flow, request, texts.done);
      const method = textOf(body, 'method') || flow.active || 'code';
      if (method !== 'code' && method !== 'link') {
        return { kind: 'flow', status: 400, flow: { ...flow, messages: [texts.noMethod] } };
      }
      const token = textOf(body, 'token');
      if (token !== '') {
        const done = await accept(flow, { kind: 'link', secret: token }, request);
        if (done === undefined) recordFailure(flow, 'link', request, texts.tokenInvalid);
        return done ?? restart(flow, request, texts.tokenInvalid);
      }
      const code = textOf(body, 'code').replaceAll(/[\s-]/g, '');
      const asksForMail = flow.state === 'choose_method' || textOf(body, 'email') !== '';
      if (asksForMail && flow.identityId === undefined) return askForMail(flow, body, method, request);
      if (code !== '') return tryCode(flow, code, request);
      const nodes = withInput(fieldsOf(flow, texts), {}, { code: [PROBLEMS.required('code')] });
      return { kind: 'flow', status: 400, flow: { ...flow, nodes, messages: [] } };
    },
  };
}

interface ProofRequest {
  readonly kind: AddressFlow['kind'];
  readonly flow: FlowRecord;
  readonly method: ProofKind;
  readonly account: Account;
  readonly request: Pick<FlowRequest, 'now' | 'origin'>;
}

async function issueProof(
  { flows, secrets }: Pick<IdentityContext, 'flows' | 'secrets'>,
  tx: Queryable,
  { kind, flow, method, account, request }: ProofRequest,
): Promise<MailedProof> {
  const { now, origin } = request;
  const recipient = account.traits.email;
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
  const input = { identityId: account.id, address: normalAddress(recipient), at: now, expiresAt };
  if (method === 'code') return { recipient, expiresAt, code: await issueCode(tx, secrets, { ...input, flowId: flow.id }) };
  const draft = draftFlow(kind, { now, requestUrl: flow.requestUrl, returnTo: flow.returnTo });
  const linked: FlowRecord = { ...draft, state: 'sent_email', active: 'link', identityId: account.id };
  await flows.save(tx, linked);
  return { recipient, expiresAt, link: linkTo(origin, linked, await issueLinkToken(tx, { ...input, flowId: linked.id })) };
}

/** The page that uses up a token when the person says so. */
export function linkTo(origin: string, { kind, id }: Pick<FlowRecord, 'kind' | 'id'>, token: string): string {
  return `${origin}${FLOW_PAGES[kind]}?flow=${id}&token=${token}`;
}

/**
 * The fields of a flow as it stands. A flow that was given out with a link shows the field of the code only when a code was given out too:
 * then its `internal` says so.
 */
export function fieldsOf({ state, active, internal, identityId }: FlowRecord, { codeLabel }: AddressFlowTexts): UiNode[] {
  const { email, hasCode } = internal;
  if (identityId !== undefined && hasCode !== true) return [];
  if (state === 'choose_method' || (active === 'link' && identityId === undefined))
    return emailFields(active === 'link' ? 'link' : 'code');
  return [
    inputNode('code', 'code', 'text', { required: true, autocomplete: 'one-time-code', text: codeLabel }),
    inputNode('code', 'method', 'hidden', { value: 'code' }),
    submitNode('code', 'method', 'code', LABELS.continue),
    ...(typeof email === 'string' && identityId === undefined ? [submitNode('code', 'email', email, LABELS.resend)] : []),
  ];
}

function emailFields(method: ProofKind): UiNode[] {
  return [
    inputNode(method, 'email', 'email', { required: true, autocomplete: 'email', text: LABELS.email }),
    submitNode(method, 'method', method, LABELS.continue),
  ];
}
