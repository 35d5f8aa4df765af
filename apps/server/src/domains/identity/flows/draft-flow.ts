import { randomUUID } from 'node:crypto';
import { FLOW_LIFETIME_MS, type FlowKind } from '@quarterdeck/contract/identity';
import { hashCsrfSecret } from './csrf.ts';
import type { FlowRecord } from './flow.ts';

export interface DraftOptions {
  readonly now: Date;
  readonly requestUrl: string;
  readonly returnTo?: string | undefined;
  /** Of the browser that goes on with it; without, whoever has the id may. */
  readonly csrfSecret?: string | undefined;
  readonly lifetimeMs?: number;
}

/** A flow that was neither filled nor kept yet. */
export function draftFlow(kind: FlowKind, options: DraftOptions): FlowRecord {
  const { now, requestUrl, returnTo, csrfSecret, lifetimeMs = FLOW_LIFETIME_MS } = options;
  return {
    id: randomUUID(),
    kind,
    type: 'browser',
    state: kind === 'settings' ? 'show_form' : 'choose_method',
    requestUrl,
    ...(returnTo === undefined ? {} : { returnTo }),
    requestedAal: 'aal1',
    refresh: false,
    ...(csrfSecret === undefined ? {} : { csrfHash: hashCsrfSecret(csrfSecret) }),
    nodes: [],
    messages: [],
    internal: {},
    issuedAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
}
