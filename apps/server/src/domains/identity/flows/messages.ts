import type { FlowKind, UiText } from '@quarterdeck/contract/identity';

/**
 * Texts of flows by what they say. Ids are those that clients of the ecosystem know; the wording is ours.
 * Source: automation-and-access §5.4 (message ids), spec 3 §8.
 */
const info = (id: number, text: string, context?: Record<string, unknown>): UiText => ({
  id,
  text,
  type: 'info',
  ...(context === undefined ? {} : { context }),
});
const failure = (id: number, text: string, context?: Record<string, unknown>): UiText => ({
  id,
  text,
  type: 'error',
  ...(context === undefined ? {} : { context }),
});
const success = (id: number, text: string): UiText => ({ id, text, type: 'success' });

export const LOGIN = {
  signIn: info(1010001, 'Sign in'),
  signInWith: (provider: string) => info(1010002, `Sign in with ${provider}`, { provider }),
  confirm: info(1010003, 'Please confirm this action by verifying that it is you.'),
  secondFactor: info(1010004, 'Please complete the second authentication challenge.'),
  totpLabel: info(1010006, 'Authentication code'),
  lookupLabel: info(1010007, 'Backup recovery code'),
  useWebauthn: info(1010008, 'Use security key'),
  useTotp: info(1010009, 'Use authenticator'),
  useLookup: info(1010010, 'Use backup recovery code'),
  keysNeedName: info(
    1010000,
    'Security keys and passkeys work only where this page has a host name. Open it under its name, such as localhost, instead of its number.',
  ),
  usePasskey: info(1010021, 'Sign in with passkey'),
  withPassword: info(1010022, 'Sign in'),
} as const;

export const REGISTRATION = {
  signUp: info(1040001, 'Create account'),
  signUpWith: (provider: string) => info(1040002, `Sign up with ${provider}`, { provider }),
} as const;

export const SETTINGS = {
  saved: success(1050001, 'Your changes have been saved.'),
  link: (provider: string) => info(1050002, `Link ${provider}`, { provider }),
  unlink: (provider: string) => info(1050003, `Unlink ${provider}`, { provider }),
  unlinkTotp: info(1050004, 'Unlink authenticator app'),
  totpQr: info(1050005, 'Authenticator app QR code'),
  totpSecret: (secret: string) => info(1050006, secret, { secret }),
  revealCodes: info(1050007, 'Reveal backup recovery codes'),
  newCodes: info(1050008, 'Generate new backup recovery codes'),
  code: (secret: string) => info(1050009, secret, { secret }),
  codesLabel: info(1050010, 'These are your backup recovery codes. Keep them in a safe place.'),
  confirmCodes: info(1050011, 'Confirm backup recovery codes'),
  addKey: info(1050012, 'Add security key'),
  keyName: info(1050013, 'Name of the security key'),
  usedCode: (usedAt: string) => info(1050014, 'Used', { used_at: usedAt }),
  codes: (secrets: readonly UiText[]) => info(1050015, secrets.map(({ text }) => text).join(', '), { secrets }),
  disableCodes: info(1050016, 'Disable this method'),
  totpSecretLabel: info(1050017, 'This is your authenticator app secret. Use it if you can not scan the QR code.'),
  removeKey: (name: string, addedAt: Date) =>
    info(1050018, `Remove security key “${name}”`, {
      display_name: name,
      added_at: addedAt.toISOString(),
      added_at_unix: Math.floor(addedAt.getTime() / 1000),
    }),
  addPasskey: info(1050019, 'Add passkey'),
  removePasskey: (name: string, addedAt: Date) =>
    info(1050020, `Remove passkey “${name}”`, {
      display_name: name,
      added_at: addedAt.toISOString(),
      added_at_unix: Math.floor(addedAt.getTime() / 1000),
    }),
} as const;

export const RECOVERY = {
  recovered: success(
    1060001,
    'You successfully recovered your account. Please change your password or set up another way to sign in.',
  ),
  linkSent: info(1060002, 'An email with a recovery link has been sent to the address, if there is an account for it.'),
  codeSent: info(1060003, 'An email with a recovery code has been sent to the address, if there is an account for it.'),
} as const;

export const LABELS = {
  password: info(1070001, 'Password'),
  trait: (title: string) => info(1070002, title, { title }),
  save: info(1070003, 'Save'),
  id: info(1070004, 'Email'),
  submit: info(1070005, 'Submit'),
  verifyCode: info(1070006, 'Verify code'),
  email: info(1070007, 'Email'),
  resend: info(1070008, 'Resend code'),
  continue: info(1070009, 'Continue'),
  recoveryCode: info(1070010, 'Recovery code'),
  verificationCode: info(1070011, 'Verification code'),
} as const;

export const VERIFICATION = {
  linkSent: info(1080001, 'An email with a verification link has been sent to the address, if there is an account for it.'),
  verified: success(1080002, 'You successfully verified your email address.'),
  codeSent: info(1080003, 'An email with a verification code has been sent to the address, if there is an account for it.'),
} as const;

export const PROBLEMS = {
  generic: (text: string) => failure(4000001, text),
  required: (property: string) => failure(4000002, `Please fill in ${property}.`, { property }),
  format: (text: string) => failure(4000004, text),
  tooLong: (most: number) => failure(4000017, `At most ${most} characters are possible.`, { max_length: most }),
  passwordPolicy: (text: string) => failure(4000005, text),
  wrongCredentials: failure(4000006, 'The email or the password is wrong. Check for spelling mistakes in either.'),
  duplicate: failure(4000007, 'An account with the same email exists already.'),
  wrongTotp: failure(4000008, 'The authentication code is wrong, please try again.'),
  unverified: failure(4000010, 'The account is not active yet. Did you verify your email address?'),
  noTotp: failure(4000011, 'No authenticator app is set up.'),
  totpPresent: failure(4000001, 'An authenticator app is set up already. Unlink it before you set up another one.'),
  usedLookup: failure(4000012, 'This backup recovery code has been used already.'),
  noWebauthn: failure(4000013, 'No security key is set up.'),
  noLookup: failure(4000014, 'No backup recovery codes are set up.'),
  unknownKey: failure(4000015, 'This security key or passkey is not known.'),
  keyNotAdded: failure(4000001, 'The security key or passkey could not be added. Please try again.'),
  tooManyKeys: (most: number) => failure(4000001, `An account has at most ${most} keys. Remove one that you do not use.`),
  lastWayToSignIn: failure(
    4000001,
    'This is the only way left to sign in to your account. Set a password or add another passkey before you remove it.',
  ),
  wrongLookup: failure(4000016, 'The backup recovery code is not valid.'),
  passwordSimilar: failure(4000031, 'The password is too similar to the email or the name.'),
  passwordShort: (least: number) =>
    failure(4000032, `The password must be at least ${least} characters long.`, { min_length: least }),
  passwordLong: (most: number) => failure(4000033, `The password must be at most ${most} bytes long.`, { max_length: most }),
  passwordCommon: failure(4000034, 'The password is one of the most common ones and must not be used.'),
  tooMany: (minutes: number) =>
    failure(4000001, `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
      retry_after_minutes: minutes,
    }),
  providerDenied: (label: string) => failure(4000001, `You did not allow ${label} to sign you in.`),
  providerRefused: (label: string) => failure(4000001, `${label} refused to sign you in.`),
  providerUnreachable: (label: string) => failure(4000001, `${label} could not be reached. Please try again later.`),
  providerUnverified: (label: string) => failure(4000001, `The answer of ${label} could not be verified. Please try again.`),
  providerWithoutEmail: (label: string) => failure(4000001, `${label} did not tell an email address, which an account needs.`),
  providerDomain: (label: string) =>
    failure(
      4000001,
      `Your account at ${label} may not be used here. Its email address must be verified and of an allowed domain.`,
    ),
  providerNoAccount: (label: string) =>
    failure(4000037, `Nobody here is linked to this account at ${label}. Ask an administrator for an invitation.`),
  providerOther: (label: string) => failure(4000001, `This is not the account at ${label} that you are signed in with.`),
  providerTaken: (label: string) => failure(4000007, `Somebody else is linked to this account at ${label}.`),
  providerDuplicate: (label: string) =>
    failure(4000027, `An account with the same email exists already. Sign in to it first, then link ${label} under Profile.`),
  inactive: failure(4000001, 'This account is switched off. Ask an administrator.'),
  recoveryDone: failure(4060001, 'The recovery was completed already and cannot be repeated.'),
  recoveryFailed: failure(4060002, 'The recovery failed, please begin again.'),
  recoveryTokenInvalid: failure(4060004, 'The recovery link is not valid or has been used already. Please begin again.'),
  recoveryCodeWrong: failure(4060006, 'The recovery code is not valid or has been used already. Please try again.'),
  verificationDone: failure(4070001, 'The verification was completed already and cannot be repeated.'),
  verificationFailed: failure(4070002, 'The verification failed, please begin again.'),
  verificationTokenInvalid: failure(4070004, 'The verification link is not valid or has been used already. Please begin again.'),
  verificationCodeWrong: failure(4070006, 'The verification code is not valid or has been used already. Please try again.'),
} as const;

const CHOOSE = 'Choose one of the ways on offer.';

/** For a form that is for none of the flow's methods. */
export const NO_METHOD: Readonly<Record<FlowKind, UiText>> = {
  login: failure(4010002, CHOOSE),
  registration: failure(4010003, CHOOSE),
  settings: failure(4010004, CHOOSE),
  recovery: failure(4010005, CHOOSE),
  verification: failure(4010006, CHOOSE),
};

const BEGIN_AGAIN = 'Your interaction expired, please fill out the form again.';

/** For the flow that takes the place of one that ran out. */
export const EXPIRED: Readonly<Record<FlowKind, UiText>> = {
  login: failure(4010001, BEGIN_AGAIN),
  registration: failure(4040001, BEGIN_AGAIN),
  settings: failure(4050001, BEGIN_AGAIN),
  recovery: failure(4060005, BEGIN_AGAIN),
  verification: failure(4070005, BEGIN_AGAIN),
};
