import type { Queryable } from '@quarterdeck/database';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { type Account, normalAddress } from '../accounts/account-store.ts';
import { fieldsOf, linkTo } from '../codes/address-flow.ts';
import { issueCode, issueLinkToken } from '../codes/code-store.ts';
import { draftFlow } from '../flows/draft-flow.ts';
import type { FlowRecord } from '../flows/flow.ts';
import { pageOf } from '../flows/flow-routes.ts';
import type { FlowStore } from '../flows/flow-store.ts';
import { RECOVERY_TEXTS } from './recovery-texts.ts';

/** A way to set a new password, to be handed to the person. It works once. */
export interface RecoveryLink {
  readonly link: string;
  readonly expiresAt: Date;
}

export interface RecoveryLinkInput {
  readonly account: Pick<Account, 'id' | 'traits'>;
  readonly origin: string;
  readonly now: Date;
  readonly lifetimeMs: number;
}

/** Makes a link with which whoever opens it sets a new password. Earlier ones of the account stay good unless the caller drops them. */
export async function createRecoveryLink(tx: Queryable, flows: FlowStore, input: RecoveryLinkInput): Promise<RecoveryLink> {
  const flow = draftOf(input, false);
  await flows.save(tx, flow);
  return { link: await linkOf(tx, input, flow), expiresAt: flow.expiresAt };
}

/** The same with a code for those who cannot open the link. @returns besides, the page where the code is entered */
export async function createRecoveryLinkAndCode(
  tx: Queryable,
  { flows, secrets }: { flows: FlowStore; secrets: SecretBox },
  input: RecoveryLinkInput,
): Promise<RecoveryLink & { readonly code: string; readonly codePage: string }> {
  const flow = draftOf(input, true);
  await flows.save(tx, flow);
  return {
    link: await linkOf(tx, input, flow),
    code: await issueCode(tx, secrets, { ...proofOf(input, flow) }),
    codePage: pageOf(flow, input),
    expiresAt: flow.expiresAt,
  };
}

async function linkOf(tx: Queryable, input: RecoveryLinkInput, flow: FlowRecord): Promise<string> {
  return linkTo(input.origin, flow, await issueLinkToken(tx, proofOf(input, flow)));
}

function draftOf({ account, now, origin, lifetimeMs }: RecoveryLinkInput, hasCode: boolean): FlowRecord {
  const draft: FlowRecord = {
    ...draftFlow('recovery', { now, requestUrl: `${origin}/recovery`, lifetimeMs }),
    state: 'sent_email',
    active: hasCode ? 'code' : 'link',
    identityId: account.id,
    internal: hasCode ? { hasCode } : {},
  };
  return { ...draft, nodes: fieldsOf(draft, RECOVERY_TEXTS) };
}

function proofOf({ account, now }: RecoveryLinkInput, { id, expiresAt }: FlowRecord) {
  return { flowId: id, identityId: account.id, address: normalAddress(account.traits.email), at: now, expiresAt };
}
