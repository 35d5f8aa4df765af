import type { Flow, UiNode } from '@quarterdeck/contract/identity';
import { type Account, toIdentity } from '../accounts/account-store.ts';
import { maskCsrfSecret } from './csrf.ts';
import type { FlowRecord } from './flow.ts';
import type { FlowRequest } from './flow-request.ts';
import { inputNode } from './nodes.ts';

/** Public address of the identity service. */
export function identityBase(origin: string): string {
  return `${origin}/api/.ory`;
}

/** A flow as its browser gets it. @param account of a settings flow */
export function toWire(flow: FlowRecord, request: Pick<FlowRequest, 'origin' | 'csrfSecret'>, account?: Account): Flow {
  const base = identityBase(request.origin);
  return {
    id: flow.id,
    type: flow.type,
    state: flow.state,
    ...(flow.active === undefined ? {} : { active: flow.active }),
    issued_at: flow.issuedAt.toISOString(),
    expires_at: flow.expiresAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo === undefined ? {} : { return_to: flow.returnTo }),
    ui: {
      action: `${base}/self-service/${flow.kind}?flow=${flow.id}`,
      method: 'POST',
      nodes: [csrfNode(flow, request.csrfSecret), ...flow.nodes],
      ...(flow.messages.length === 0 ? {} : { messages: [...flow.messages] }),
    },
    ...(flow.kind === 'login'
      ? {
          refresh: flow.refresh,
          requested_aal: flow.requestedAal,
          created_at: flow.issuedAt.toISOString(),
          updated_at: flow.issuedAt.toISOString(),
        }
      : {}),
    ...(account === undefined ? {} : { identity: toIdentity(account, base) }),
  };
}

/** Empty where no cookie has to match. */
function csrfNode(flow: FlowRecord, secret: string | undefined): UiNode {
  const value = flow.csrfHash === undefined || secret === undefined ? '' : maskCsrfSecret(secret);
  return inputNode('default', 'csrf_token', 'hidden', { value, required: true });
}
