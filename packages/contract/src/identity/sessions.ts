import { z } from 'zod';
import { IDENTITY_STATES } from '../data/enums.ts';

export const AALS = ['aal1', 'aal2'] as const;
export type Aal = (typeof AALS)[number];

/** What a person may change about the own account. */
export const TraitsSchema = z.object({
  email: z.string(),
  name: z.object({ first: z.string().optional(), last: z.string().optional() }).optional(),
});
export type Traits = z.infer<typeof TraitsSchema>;

/** An account. Source: automation-and-access §5.3. */
export const IdentitySchema = z.object({
  id: z.string(),
  schema_id: z.string(),
  schema_url: z.string(),
  state: z.enum(IDENTITY_STATES),
  state_changed_at: z.string().optional(),
  traits: TraitsSchema,
  verifiable_addresses: z
    .array(
      z.object({
        id: z.string(),
        value: z.string(),
        verified: z.boolean(),
        via: z.string(),
        status: z.string(),
        verified_at: z.string().optional(),
      }),
    )
    .optional(),
  recovery_addresses: z.array(z.object({ id: z.string(), value: z.string(), via: z.string() })).optional(),
  metadata_public: z.unknown().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type Identity = z.infer<typeof IdentitySchema>;

export const AuthenticationMethodSchema = z.object({
  method: z.enum(['password', 'oidc', 'totp', 'webauthn', 'passkey', 'lookup_secret', 'code', 'code_recovery', 'link_recovery']),
  aal: z.enum(AALS),
  completed_at: z.string(),
  provider: z.string().optional(),
});
export type AuthenticationMethod = z.infer<typeof AuthenticationMethodSchema>;

/** Somebody signed in somewhere. GET /sessions/whoami and GET /sessions answer it. */
export const SessionSchema = z.object({
  id: z.string(),
  active: z.boolean(),
  expires_at: z.string(),
  authenticated_at: z.string(),
  issued_at: z.string(),
  authenticator_assurance_level: z.enum(AALS),
  authentication_methods: z.array(AuthenticationMethodSchema),
  devices: z.array(z.object({ id: z.string(), ip_address: z.string(), user_agent: z.string(), location: z.string() })),
  identity: IdentitySchema.optional(),
});
export type Session = z.infer<typeof SessionSchema>;
