import { envVarSchema } from '@quarterdeck/integrations/spec';
import { z } from 'zod';

const template = z
  .object({ expr: z.string().optional(), template: z.string().optional(), javascript: z.string().optional() })
  .optional();

/** The single `webhook` of a canary spec. Source: health-checks §2.38. */
const WebhookSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  icon: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  token: z.union([z.string(), envVarSchema]).optional(),
  transform: template,
  display: template,
  test: template,
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).optional(),
});
export type WebhookSpec = z.infer<typeof WebhookSchema>;

export type WebhookParse = { webhook: WebhookSpec } | { problem: string } | undefined;

/** Reads the webhook of a spec; undefined when it has none. Keys of the spec are matched in any case. */
export function parseWebhook(spec: Record<string, unknown>): WebhookParse {
  const entry = Object.entries(spec).find(([key]) => key.toLowerCase() === 'webhook')?.[1];
  if (entry === undefined || entry === null) return undefined;
  const parsed = WebhookSchema.safeParse(entry);
  if (parsed.success) return { webhook: parsed.data };
  const problem = parsed.error.issues[0];
  return { problem: `webhook.${problem?.path.join('.') ?? ''}: ${problem?.message ?? 'is not usable'}` };
}
