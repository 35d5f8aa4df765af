import { STATUS_CODES } from 'node:http';
import { IDENTITY_ERRORS, type IdentityErrorBody, type IdentityErrorId } from '@quarterdeck/contract/identity';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { FlowRecord } from './flow.ts';
import type { FlowRequest } from './flow-request.ts';

export interface IdentityErrorOptions {
  readonly reason?: string;
  readonly redirectTo?: string;
  /** The flow that goes on in place of the expired one. */
  readonly useFlowId?: string;
  readonly expiredAt?: Date;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another status than the one of the id. */
  readonly status?: number;
}

/** A failure of a flow that is not an answer of the flow itself. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly id: IdentityErrorId | undefined;
  readonly status: number;
  readonly options: IdentityErrorOptions;

  /** @param id undefined for those that clients tell by their status alone */
  constructor(id: IdentityErrorId | undefined, message: string, options: IdentityErrorOptions = {}) {
    super(message);
    this.id = id;
    this.status = options.status ?? (id === undefined ? 500 : IDENTITY_ERRORS[id]);
    this.options = options;
  }

  toBody(): IdentityErrorBody {
    const { reason, redirectTo, useFlowId, expiredAt } = this.options;
    return {
      error: {
        ...(this.id === undefined ? {} : { id: this.id }),
        code: this.status,
        status: STATUS_CODES[this.status] ?? 'Error',
        ...(reason === undefined ? {} : { reason }),
        message: this.message,
        ...(redirectTo === undefined ? {} : { details: { redirect_browser_to: redirectTo } }),
      },
      ...(redirectTo === undefined ? {} : { redirect_browser_to: redirectTo }),
      ...(useFlowId === undefined ? {} : { use_flow_id: useFlowId }),
      ...(expiredAt === undefined ? {} : { expired_at: expiredAt.toISOString() }),
    };
  }
}

/** The failure as flows answer it; undefined for what is not meant for who asked. */
export function toIdentityError(error: unknown): IdentityError | undefined {
  if (error instanceof IdentityError) return error;
  if (!(error instanceof AccessRefusal)) return undefined;
  return new IdentityError(undefined, error.message, { status: error.status, reason: error.message, headers: error.headers });
}

export function flowNotFound(): IdentityError {
  return new IdentityError(undefined, 'there is no such flow', {
    status: 404,
    reason: 'It may have been cleaned up. Begin again.',
  });
}

export function returnToForbidden(): IdentityError {
  return new IdentityError('self_service_flow_return_to_forbidden', 'the return_to address is not allowed', {
    reason: 'Only pages of this server may be returned to.',
  });
}

export function sessionInactive(): IdentityError {
  return new IdentityError('session_inactive', 'nobody is signed in', { reason: 'No active session was found in this request.' });
}

/** Nobody signs in twice; browsers without JSON go on to where they wanted to. */
export function sessionAvailable(
  { returnTo }: Pick<FlowRecord, 'returnTo'>,
  { origin, wantsJson }: Pick<FlowRequest, 'origin' | 'wantsJson'>,
  reason: string,
): IdentityError {
  return new IdentityError('session_already_available', 'somebody is signed in already', {
    reason,
    ...(wantsJson ? {} : { redirectTo: returnTo ?? `${origin}/` }),
  });
}

/** Leads the browser elsewhere; for clients that cannot be redirected. */
export function goTo(url: string): IdentityError {
  return new IdentityError('browser_location_change_required', 'the browser has to go on at another address', {
    redirectTo: url,
  });
}
