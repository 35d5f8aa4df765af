import type { AuthMode } from '@quarterdeck/contract/identity';

export interface SignInReason {
  readonly mode: AuthMode | undefined;
  /** Path and query to come back to. */
  readonly returnTo: string;
  /** The person is known, but the second factor is missing. */
  readonly isSecondFactorMissing: boolean;
}

/** Where a tab goes that needs somebody to sign in. Source: spec 1 §7, console-calls §1.2. */
export function signInAddress({ mode, returnTo, isSecondFactorMissing }: SignInReason): string {
  const query = new URLSearchParams();
  if (isSecondFactorMissing) query.set('aal', 'aal2');
  if (returnTo !== '/') query.set('return_to', returnTo);
  const text = query.toString();
  return `${mode === 'clerk' ? '/auth-state-checker' : '/login'}${text === '' ? '' : `?${text}`}`;
}
