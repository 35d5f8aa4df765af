import type { Aal, FlowKind, FlowState, UiNode, UiText } from '@quarterdeck/contract/identity';

/** A form under way, as it is kept. */
export interface FlowRecord {
  readonly id: string;
  readonly kind: FlowKind;
  /** `api` for programs: they have no cookies, and get the token of the session in the answer. */
  readonly type: 'browser' | 'api';
  readonly state: FlowState;
  /** Method that was used last. */
  readonly active?: string;
  readonly requestUrl: string;
  readonly returnTo?: string;
  readonly requestedAal: Aal;
  readonly refresh: boolean;
  /** Whom it is about, once that is known. */
  readonly identityId?: string;
  /** Hash of the anti-forgery cookie; absent when whoever has the id may go on (programs, links of administrators). */
  readonly csrfHash?: string;
  /** Without the node of the anti-forgery token, which every answer gets anew. */
  readonly nodes: readonly UiNode[];
  readonly messages: readonly UiText[];
  /** What the next step needs and nobody sees. */
  readonly internal: Readonly<Record<string, unknown>>;
  readonly replacedBy?: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Screens of the console that show flows. Source: automation-and-access §5.2. */
export const FLOW_PAGES: Readonly<Record<FlowKind, string>> = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/profile-settings',
};

/** The flow after a form for a method, or for none that it offers. */
export function afterForm(flow: FlowRecord, method: string | undefined): FlowRecord {
  return method === undefined ? flow : { ...flow, active: method };
}
