import type { Journey } from '../../journey.ts';
import { factorJourneys } from './factors.ts';
import { identityAccessibilityJourneys } from './identity-accessibility.ts';
import { profileJourneys } from './profile.ts';
import { recoveryJourneys } from './recovery.ts';
import { signInJourneys } from './sign-in.ts';

/** Everything around signing in. */
export const identityJourneys: readonly Journey[] = [
  ...signInJourneys,
  ...factorJourneys,
  ...recoveryJourneys,
  ...profileJourneys,
  ...identityAccessibilityJourneys,
];
