import { z } from 'zod';

const SORTABLE = ['name', 'namespace', 'type', 'source', 'created_by', 'created_at', 'updated_at'] as const;

export const ConnectionListSearchSchema = z.object({
  query: z.string().optional().catch(undefined),
  /** Only connections of this type. */
  type: z.string().optional().catch(undefined),
  sortBy: z.enum(SORTABLE).optional().catch(undefined),
  sortDesc: z.boolean().optional().catch(undefined),
  /** The picker of a type for a new connection is open. */
  add: z.boolean().optional().catch(undefined),
});
export type ConnectionListSearch = z.infer<typeof ConnectionListSearchSchema>;

/** Parameters of the form of a new connection. */
export const ConnectionNewSearchSchema = z.object({ type: z.string().optional().catch(undefined) });
