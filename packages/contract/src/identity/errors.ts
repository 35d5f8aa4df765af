import { z } from 'zod';

/** Failures of flows that clients tell apart, with the status of their answers. Source: automation-and-access §5.5. */
export const IDENTITY_ERRORS = {
  session_inactive: 401,
  session_aal1_required: 401,
  session_aal2_required: 403,
  session_refresh_required: 403,
  session_already_available: 400,
  session_verified_address_required: 400,
  self_service_flow_expired: 410,
  self_service_flow_replaced: 410,
  self_service_flow_disabled: 400,
  self_service_flow_return_to_forbidden: 400,
  security_csrf_violation: 403,
  security_identity_mismatch: 403,
  browser_location_change_required: 422,
} as const;
export type IdentityErrorId = keyof typeof IDENTITY_ERRORS;

/** Body of every failure of the identity service that is not the flow itself. */
export const IdentityErrorBodySchema = z.object({
  error: z.object({
    id: z.string().optional(),
    code: z.number(),
    status: z.string(),
    reason: z.string().optional(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
  redirect_browser_to: z.string().optional(),
  use_flow_id: z.string().optional(),
  expired_at: z.string().optional(),
});
export type IdentityErrorBody = z.infer<typeof IdentityErrorBodySchema>;

/** GET /self-service/errors?id=. */
export const FlowErrorSchema = z.object({
  id: z.string(),
  error: z.record(z.string(), z.unknown()).optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type FlowError = z.infer<typeof FlowErrorSchema>;
