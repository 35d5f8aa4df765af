import { z } from 'zod';

/** What is kept of an authenticator app. */
export const TotpCredentialSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** Time step of the code that was accepted last. */
  last_step: z.number(),
});
export type TotpCredential = z.infer<typeof TotpCredentialSchema>;
