import { z } from 'zod';

const keyRefSchema = z.object({ name: z.string(), key: z.string().optional(), optional: z.boolean().optional() });

/** A value given in the spec or taken from a store. Source: health-checks §4.1. */
export const envVarSchema = z.object({
  name: z.string().optional(),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: keyRefSchema.optional(),
      configMapKeyRef: keyRefSchema.optional(),
      helmRef: keyRefSchema.optional(),
      serviceAccount: z.string().optional(),
    })
    .optional(),
});

export type EnvVar = z.infer<typeof envVarSchema>;
