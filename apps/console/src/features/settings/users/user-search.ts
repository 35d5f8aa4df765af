import { RoleSchema } from '@quarterdeck/contract/access';
import { z } from 'zod';
import { sortParams } from '../list/sort-search.ts';

export const UserSearchSchema = z.object({
  query: z.string().optional().catch(undefined),
  role: RoleSchema.optional().catch(undefined),
  ...sortParams(['name', 'email', 'role', 'state', 'created', 'last-sign-in']),
  /** The invitation is open. */
  invite: z.boolean().optional().catch(undefined),
  /** The user whose form is open. */
  id: z.string().optional().catch(undefined),
});
export type UserSearch = z.infer<typeof UserSearchSchema>;
