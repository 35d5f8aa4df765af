import { z } from 'zod';

export const FlagSearchSchema = z.object({
  query: z.string().optional().catch(undefined),
  /** The form of a new flag is open. */
  add: z.boolean().optional().catch(undefined),
  /** The flag whose form is open. */
  name: z.string().optional().catch(undefined),
});
export type FlagSearch = z.infer<typeof FlagSearchSchema>;
