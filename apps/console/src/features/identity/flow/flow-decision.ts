import type { ClientError } from '@quarterdeck/client';
import type { FlowKind } from '@quarterdeck/contract/identity';
import { HOME, loginHref } from '../addresses.ts';

/** Texts of flow errors, to the letter. Source: spec 3 §8. */
export const FLOW_ERROR_TEXTS = {
  returnToForbidden: 'The return_to address is not allowed.',
  expired: 'Your interaction expired, please fill out the form again.',
  forgery: 'A security violation was detected, please fill out the form again.',
} as const;

/** What the page was doing when the identity service refused. */
export interface FlowAttempt {
  readonly kind: FlowKind;
  readonly step: 'begin' | 'read' | 'submit';
  /** The page with its parameters, to come back to. */
  readonly page: string;
  /** Page to go to after the flow. */
  readonly returnTo: string | undefined;
}

/** How the page goes on. */
export type FlowDecision =
  /** Leave for another page; the whole console starts anew there. */
  | { readonly kind: 'go'; readonly to: string }
  /** Begin again, or go on with the flow that the service names; `text` says why. */
  | {
      readonly kind: 'restart';
      readonly text?: string;
      readonly useFlowId?: string;
      /** The page to return to is not to be asked for again. */
      readonly dropsReturnTo?: boolean;
    }
  /** The flow is switched off. */
  | { readonly kind: 'closed' }
  /** Say what failed; the form stays. */
  | { readonly kind: 'fail' };

/** A failure of the identity service, as far as it is decided upon. */
export type FlowFailure = Pick<ClientError, 'status' | 'code'> & {
  readonly redirectTo?: string | undefined;
  readonly useFlowId?: string | undefined;
};

/** What to do about a failure of a flow. Source: spec 3 §8, automation-and-access §5.5, console-calls §1.2. */
export function decideOnFailure(failure: FlowFailure, attempt: FlowAttempt): FlowDecision {
  const { code, redirectTo, useFlowId } = failure;
  switch (code) {
    case 'session_already_available':
      return { kind: 'go', to: HOME };
    case 'session_inactive':
    case 'session_aal1_required':
      return { kind: 'go', to: loginHref({ returnTo: attempt.kind === 'login' ? attempt.returnTo : attempt.page }) };
    case 'session_aal2_required':
      return { kind: 'go', to: redirectTo ?? loginHref({ secondFactor: true, returnTo: attempt.page }) };
    case 'session_refresh_required':
      return { kind: 'go', to: loginHref({ refresh: true, returnTo: attempt.page }) };
    case 'browser_location_change_required':
      return redirectTo === undefined ? { kind: 'fail' } : { kind: 'go', to: redirectTo };
    case 'self_service_flow_return_to_forbidden':
      return { kind: 'restart', text: FLOW_ERROR_TEXTS.returnToForbidden, dropsReturnTo: true };
    case 'self_service_flow_expired':
    case 'self_service_flow_replaced':
      return { kind: 'restart', text: FLOW_ERROR_TEXTS.expired, ...(useFlowId === undefined ? {} : { useFlowId }) };
    case 'security_csrf_violation':
      return { kind: 'restart', text: FLOW_ERROR_TEXTS.forgery };
    case 'security_identity_mismatch':
      return { kind: 'restart' };
    case 'self_service_flow_disabled':
      return { kind: 'closed' };
    default:
      return decideOnStatus(failure.status, attempt);
  }
}

function decideOnStatus(status: number, attempt: FlowAttempt): FlowDecision {
  if (attempt.step === 'begin') {
    const isDone = attempt.kind === 'verification' && status === 400;
    return isDone ? { kind: 'go', to: HOME } : { kind: 'fail' };
  }
  if (status === 410) return { kind: 'restart', text: FLOW_ERROR_TEXTS.expired };
  if (status === 404) return { kind: 'restart' };
  return status === 403 && attempt.kind === 'verification' ? { kind: 'restart' } : { kind: 'fail' };
}
