import type { IdentityContext } from '../identity-context.ts';
import { createLookupLogin } from './lookup-secret/lookup-login.ts';
import { createLookupSettings } from './lookup-secret/lookup-settings.ts';
import type { LoginMethod, SettingsMethod } from './method.ts';
import { createPasskeyLogin } from './passkey/passkey-login.ts';
import { createPasskeySettings } from './passkey/passkey-settings.ts';
import { createPasswordSettings } from './password/password-settings.ts';
import { createProfileSettings, type StartVerification } from './profile/profile-settings.ts';
import { createTotpLogin } from './totp/totp-login.ts';
import { createTotpSettings } from './totp/totp-settings.ts';
import { createWebauthnLogin } from './webauthn/webauthn-login.ts';
import { createWebauthnSettings } from './webauthn/webauthn-settings.ts';

/** Ways to sign in besides the password, in the order in which they are shown. */
export function createFactorLogins(identity: IdentityContext): LoginMethod[] {
  return [createPasskeyLogin(identity), createTotpLogin(identity), createWebauthnLogin(identity), createLookupLogin(identity)];
}

/** What people set up themselves, in the order in which it is shown. */
export function createFactorSettings(identity: IdentityContext, startVerification: StartVerification): SettingsMethod[] {
  return [
    createProfileSettings(identity, startVerification),
    createPasswordSettings(identity),
    createLookupSettings(identity),
    createTotpSettings(identity),
    createWebauthnSettings(identity),
    createPasskeySettings(identity),
  ];
}
