import { z } from 'zod';

/** What the generator tells of a load. */
export const FiguresSchema = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  failed: z.number(),
  /** Requests with those of the warm-up. */
  total: z.number(),
  /** Bytes of the last body. */
  bytes: z.number(),
});
export type Figures = z.infer<typeof FiguresSchema>;
