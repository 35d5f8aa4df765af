import { z } from 'zod';

/** GET /about. Source: health-checks §6.8. */
export const AboutSchema = z.object({ Timestamp: z.string(), Version: z.string() });
export type About = z.infer<typeof AboutSchema>;

/** Body of every error answer except those of the row API. */
export const ErrorBodySchema = z.object({
  error: z.string(),
  code: z.string().optional(),
  hint: z.string().optional(),
  /** Names the failure in the server's log. */
  id: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBodySchema>;
