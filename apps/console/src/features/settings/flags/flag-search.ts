import { z } from 'zod';
import { sortParams } from '../list/sort-search.ts';

export const FlagSearchSchema = z.object({
  query: z.string().optional().catch(undefined),
  ...sortParams(['name', 'value', 'description', 'source', 'created_by', 'created_at', 'updated_at']),
  /** The form of a new flag is open. */
  add: z.boolean().optional().catch(undefined),
  /** The flag whose form is open. */
  name: z.string().optional().catch(undefined),
});
export type FlagSearch = z.infer<typeof FlagSearchSchema>;
