import type { z } from 'zod';
import { baseCheckSchema, checkFields } from '../checks/base-check.ts';
import type { FieldDescription } from '../checks/model.ts';
import { envVarSchema } from '../values/env-var.ts';

/** The single `webhook` of a canary spec, a check whose results are sent to the server. Source: health-checks §2.38. */
export const webhookSchema = baseCheckSchema.extend({ token: envVarSchema.optional() });

export type Webhook = z.infer<typeof webhookSchema>;

/** Form fields of a webhook. */
export const webhookFields: readonly FieldDescription[] = checkFields([
  {
    key: 'token',
    label: 'Token',
    control: 'secret',
    envVar: true,
    group: 'Security',
    help: 'Senders must give it as ?token= or in the header Webhook-Token.',
  },
]);
