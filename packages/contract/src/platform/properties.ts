import { z } from 'zod';

/**
 * One entry of GET /properties: a feature switch or a tunable of the server. `local` comes from a file of the server and wins over a row
 * of the same name (`db`). Source: automation-and-access §9.
 */
export const PropertySchema = z.object({
  name: z.string(),
  value: z.string(),
  source: z.enum(['local', 'db']),
  type: z.string().nullish(),
  description: z.string().nullish(),
});
export type Property = z.infer<typeof PropertySchema>;
export const PropertiesSchema = z.array(PropertySchema);
