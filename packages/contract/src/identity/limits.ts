/** How long things of signing in last and how much may be tried. Source: automation-and-access §5.2, architecture §9. */
export const FLOW_LIFETIME_MS = 60 * 60 * 1000;
export const CODE_LIFETIME_MS = 60 * 60 * 1000;
/** Links that the terminal prints, and those of an invitation. */
export const PRINTED_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const INVITATION_LIFETIME_MS = 72 * 60 * 60 * 1000;
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Settings of security are changed only this soon after signing in. */
export const PRIVILEGED_SESSION_MS = 60 * 60 * 1000;
export const PASSWORD_LEAST_CHARACTERS = 8;
export const PASSWORD_MOST_BYTES = 1024;
export const LOOKUP_CODE_COUNT = 12;
/** Long enough that guessing within the limits of attempts and mail takes decades. */
export const MAILED_CODE_DIGITS = 8;
export const TOTP_DIGITS = 6;
/** Wrong codes of one flow after which it begins anew. */
export const CODE_MOST_ATTEMPTS = 5;
/** Wrong passwords or second factors of one account, and of one address, within the window; then both wait. */
export const ACCOUNT_MOST_FAILURES = 10;
export const ADDRESS_MOST_FAILURES = 50;
export const FAILURE_WINDOW_MS = 15 * 60 * 1000;
export const BLOCK_MS = 15 * 60 * 1000;
/** Mail of recovery and verification to one address within the window. */
export const MAIL_MOST_PER_WINDOW = 5;
