import { z } from 'zod';

export const CHECK_TABS = ['history', 'graph', 'spec', 'relationships'] as const;
export type CheckTab = (typeof CHECK_TABS)[number];

/** Search parameters of the check detail; the page that hosts the panel merges them into its own. */
export const checkDetailSearch = {
  tab: z.enum(CHECK_TABS).optional().catch(undefined),
  hStatus: z.enum(['healthy', 'unhealthy']).optional().catch(undefined),
  /** Text of the duration filter, such as `500ms`. */
  hDuration: z.string().max(20).optional().catch(undefined),
  /** Zero-based page of the history. */
  hPage: z.coerce.number().int().min(0).optional().catch(undefined),
  /** Span cut out of the time range, see `parseZoom`. */
  hZoom: z.string().max(30).optional().catch(undefined),
  /** The detail takes the place of the list. */
  hFull: z.literal('true').optional().catch(undefined),
};

export const CheckDetailSearchSchema = z.object(checkDetailSearch);
export type CheckDetailSearch = z.infer<typeof CheckDetailSearchSchema>;

/** The same parameters without a value, to leave the address clean when the panel closes. */
export const NO_CHECK_DETAIL_SEARCH = {
  tab: undefined,
  hStatus: undefined,
  hDuration: undefined,
  hPage: undefined,
  hZoom: undefined,
  hFull: undefined,
} as const satisfies Record<keyof CheckDetailSearch, undefined>;
