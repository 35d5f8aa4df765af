import { z } from 'zod';

/** What is kept of an authenticator app. */
export const TotpCredentialSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** Time step of the code that was accepted last; none until the first sign-in. */
  last_step: z.number().optional(),
});
export type TotpCredential = z.infer<typeof TotpCredentialSchema>;
