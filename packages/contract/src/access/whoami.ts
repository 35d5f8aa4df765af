import { z } from 'zod';
import { PolicySchema } from './policies.ts';

/** Who is signed in. Source: automation-and-access §5.1. */
export const SignedInPersonSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
});
export type SignedInPerson = z.infer<typeof SignedInPersonSchema>;

/** GET /auth/whoami; the roles as they are now. Names that are no role of ours give nothing. */
export const WhoamiSchema = z.object({
  message: z.string().optional(),
  payload: z.object({
    user: SignedInPersonSchema,
    roles: z.array(z.string()),
    permissions: z.array(PolicySchema).optional(),
    hostname: z.string().optional(),
  }),
});
export type Whoami = z.infer<typeof WhoamiSchema>['payload'];
