import type { Authenticator } from '../../http/caller.ts';
import type { IdentityContext } from './identity-context.ts';
import { createClerkAuthenticator } from './providers/clerk/clerk-authenticator.ts';
import type { KratosSignIn } from './providers/kratos/index.ts';
import { createAuthenticators } from './sessions/authenticators.ts';
import { createEverybodyAuthenticator } from './sessions/everybody-authenticator.ts';
import { createSessionAuthenticator } from './sessions/session-authenticator.ts';
import { createPasswordAuthenticator } from './tokens/password-authenticator.ts';
import { createTokenAuthenticator } from './tokens/token-authenticator.ts';

/** How requests say who they are from, for each way to sign people in. Source: automation-and-access §5.1. */
export function createAuthenticator(identity: IdentityContext, kratos: KratosSignIn | undefined): Authenticator {
  const token = createTokenAuthenticator(identity);
  if (identity.config.auth === 'none') {
    const everybody = createEverybodyAuthenticator(identity.db);
    return createAuthenticators([token, everybody], everybody);
  }
  if (identity.config.auth === 'clerk') {
    const clerk = createClerkAuthenticator(identity);
    return createAuthenticators([token, clerk], clerk);
  }
  if (kratos !== undefined) return createAuthenticators([token, kratos.byPassword], kratos.bySession);
  return createAuthenticators([token, createPasswordAuthenticator(identity)], createSessionAuthenticator(identity));
}
