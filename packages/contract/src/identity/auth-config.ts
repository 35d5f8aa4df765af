import { z } from 'zod';

/** Who signs people in: this server, an Ory Kratos, Clerk, or nobody has to. Source: automation-and-access §5.1. */
export const AUTH_MODES = ['local', 'kratos', 'clerk', 'none'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/** GET /auth/config: what the console needs before anybody is signed in. */
export const AuthConfigSchema = z.object({
  mode: z.enum(AUTH_MODES),
  /** Who may create an account. */
  registration: z.enum(['invited', 'anyone']),
  /** Providers of OpenID Connect on offer; the flows have their buttons. */
  providers: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Only in the mode `clerk`. */
  clerk: z.object({ publishableKey: z.string(), signInUrl: z.string() }).optional(),
});
export type AuthConfig = z.infer<typeof AuthConfigSchema>;
