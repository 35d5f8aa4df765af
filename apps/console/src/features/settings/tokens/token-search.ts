import { z } from 'zod';

export const TokenSearchSchema = z.object({
  /** Tokens of everybody, for administrators. */
  all: z.boolean().optional().catch(undefined),
  /** The form of a new token is open. */
  add: z.boolean().optional().catch(undefined),
});
export type TokenSearch = z.infer<typeof TokenSearchSchema>;
