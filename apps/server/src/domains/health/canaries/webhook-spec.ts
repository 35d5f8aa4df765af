import { webhookSchema } from '@quarterdeck/integrations/spec';
import { z } from 'zod';

/** The single `webhook` of a canary spec, which is told from others by its name. Source: health-checks §2.38. */
const WebhookSchema = webhookSchema.extend({ name: z.string().min(1) });
export type WebhookSpec = z.infer<typeof WebhookSchema>;

export type WebhookParse = { webhook: WebhookSpec } | { problem: string } | undefined;

/** Reads the webhook of a spec that was brought to its own spelling; undefined when it has none. */
export function parseWebhook(spec: Record<string, unknown>): WebhookParse {
  const { webhook } = spec;
  if (webhook === undefined || webhook === null) return undefined;
  const parsed = WebhookSchema.safeParse(webhook);
  if (parsed.success) return { webhook: parsed.data };
  const problem = parsed.error.issues[0];
  return { problem: `webhook.${problem?.path.join('.') ?? ''}: ${problem?.message ?? 'is not usable'}` };
}
