import { z } from 'zod';

/** Newest messages that the outbox shows. */
export const OUTBOX_MOST = 100;

/** Mail that waits because there is no mail server, newest first. GET /identity/outbox. */
export const OutboxSchema = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      recipient: z.string(),
      subject: z.string(),
      /** Plain text with line breaks; it has links and codes. */
      body: z.string(),
      created_at: z.string(),
    }),
  ),
});
export type Outbox = z.infer<typeof OutboxSchema>;
