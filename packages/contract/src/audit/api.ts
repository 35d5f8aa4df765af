import { z } from 'zod';

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const;
export const AuditOutcomeSchema = z.enum(AUDIT_OUTCOMES);
export type AuditOutcome = z.infer<typeof AuditOutcomeSchema>;

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_MOST = 500;

/** Something that somebody did or tried; nothing in it is a secret. */
export const AuditEventSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** null for somebody whom nobody knows; the person may be deleted by now. */
  person_id: z.string().nullable(),
  actor: z.string(),
  /** How it was proved who that is: session, token, password, none; or system. */
  via: z.string(),
  action: z.string(),
  resource: z.string(),
  resource_id: z.string().nullable(),
  outcome: AuditOutcomeSchema,
  status: z.number().nullable(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEvent = z.infer<typeof AuditEventSchema>;

/** Which events; all that are given must hold. */
export const AuditFilterSchema = z.object({
  person: z.guid().optional(),
  resource: z.string().max(200).optional(),
  resource_id: z.string().max(200).optional(),
  action: z.string().max(200).optional(),
  outcome: AuditOutcomeSchema.optional(),
  /** Inside actor, action, resource, its id, address or details, in any case. */
  text: z.string().max(200).optional(),
  /** At this time or later. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** Before this time. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilterSchema>;

/** Query of GET /audit. */
export const AuditQuerySchema = AuditFilterSchema.extend({
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_MOST).default(AUDIT_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).default(0),
});

/** GET /audit: newest first. */
export const AuditPageSchema = z.object({ rows: z.array(AuditEventSchema), total: z.number() });
export type AuditPage = z.infer<typeof AuditPageSchema>;

/** GET /audit/values: what there is to choose from in filters. */
export const AuditValuesSchema = z.object({ actions: z.array(z.string()), resources: z.array(z.string()) });
export type AuditValues = z.infer<typeof AuditValuesSchema>;
