import { z } from 'zod';

/** First event of GET /live. */
export const LiveHelloSchema = z.object({ cursor: z.string(), server_time: z.string() });

/** Event `change` of GET /live; the event's id is the cursor after it. */
export const LiveChangeSchema = z.object({
  topic: z.string(),
  subject: z.string(),
  at: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type LiveChange = z.infer<typeof LiveChangeSchema>;

/** Payload of topic `check`: a transition carries the state, other changes carry `change`. */
export const CheckChangeSchema = z.object({
  id: z.string(),
  canary_id: z.string(),
  change: z.enum(['created', 'updated', 'deleted']).optional(),
  type: z.string().optional(),
  name: z.string().optional(),
  status: z.enum(['healthy', 'unhealthy']).nullish(),
  last_runtime: z.string().nullish(),
  last_transition_time: z.string().nullish(),
});
export type CheckChange = z.infer<typeof CheckChangeSchema>;

/** Payload of topic `canary`. */
export const CanaryChangeSchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  change: z.enum(['created', 'updated', 'deleted']),
});
export type CanaryChange = z.infer<typeof CanaryChangeSchema>;

/** Event `results`: [check id, state code of RESULT_STATES, duration in ms, epoch in ms]. */
export const LiveResultsSchema = z.array(z.tuple([z.string(), z.number().int(), z.number(), z.number()]));
export type LiveResults = z.infer<typeof LiveResultsSchema>;
