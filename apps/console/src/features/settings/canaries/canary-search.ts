import { z } from 'zod';

const SORTABLE = [
  'name',
  'namespace',
  'source',
  'schedule',
  'job_status',
  'last_runtime',
  'job_last_failed',
  'created_at',
  'updated_at',
] as const;

export const CanaryListSearchSchema = z.object({
  query: z.string().optional().catch(undefined),
  sortBy: z.enum(SORTABLE).optional().catch(undefined),
  sortDesc: z.boolean().optional().catch(undefined),
  /** Zero-based. */
  pageIndex: z.coerce.number().int().min(0).optional().catch(undefined),
});
export type CanaryListSearch = z.infer<typeof CanaryListSearchSchema>;

export const EDITOR_VIEWS = ['form', 'yaml', 'changes'] as const;
export type EditorView = (typeof EDITOR_VIEWS)[number];

export const CanaryEditorSearchSchema = z.object({
  view: z.enum(EDITOR_VIEWS).optional().catch(undefined),
  /** Line of the YAML that is shown first, from 1. */
  line: z.coerce.number().int().min(1).optional().catch(undefined),
});
export type CanaryEditorSearch = z.infer<typeof CanaryEditorSearchSchema>;

export const CanaryNewSearchSchema = CanaryEditorSearchSchema.extend({
  /** Key of the check kind to begin with; the picker is shown until there is one. */
  kind: z.string().optional().catch(undefined),
});
export type CanaryNewSearch = z.infer<typeof CanaryNewSearchSchema>;
