import { z } from 'zod';
import { sortParams } from '../list/sort-search.ts';

export const TokenSearchSchema = z.object({
  /** Tokens of everybody, for administrators. */
  all: z.boolean().optional().catch(undefined),
  ...sortParams(['name', 'person', 'created_at', 'expires_at', 'last_used_at', 'last_used_from']),
  /** The form of a new token is open. */
  add: z.boolean().optional().catch(undefined),
});
export type TokenSearch = z.infer<typeof TokenSearchSchema>;
