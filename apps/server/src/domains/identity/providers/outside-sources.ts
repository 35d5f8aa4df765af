import type { OutsideSources } from '../../../http/content-security-policy.ts';
import type { Config } from '../../../platform/config.ts';
import { clerkOrigin } from './clerk/publishable-key.ts';

const CLERK_IMAGES = 'https://img.clerk.com';
/** Clerk's check against robots. */
const CLERK_CHALLENGES = 'https://challenges.cloudflare.com';

/** What sign-in needs from elsewhere in the console. @param issuers of the sign-in providers */
export function outsideSources(
  { auth, clerkPublishableKey }: Pick<Config, 'auth' | 'clerkPublishableKey'>,
  issuers: readonly string[],
): OutsideSources {
  const origin = auth === 'clerk' && clerkPublishableKey !== undefined ? clerkOrigin(clerkPublishableKey) : undefined;
  if (origin === undefined) return { forms: [...new Set(issuers.map((issuer) => new URL(issuer).origin))] };
  return {
    scripts: [origin, CLERK_CHALLENGES],
    images: [CLERK_IMAGES],
    frames: [CLERK_CHALLENGES],
    // In direct mode the organisation names its own backend.
    calls: ['https:'],
  };
}
