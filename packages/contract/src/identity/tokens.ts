import { z } from 'zod';

/** How long a token lives unless its maker says otherwise, and at most for those who are no administrators. */
export const TOKEN_DEFAULT_DAYS = 90;
export const TOKEN_MOST_DAYS = 365;
export const TOKEN_NAME_MOST_CHARACTERS = 100;

/** An access token without its text, which nobody can read again. GET /auth/tokens answers a list of them, newest first. */
export const AccessTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), type: z.string().nullable() }),
  created_at: z.string(),
  /** null when it never expires. */
  expires_at: z.string().nullable(),
  /** Within a minute; null when it was not used yet. */
  last_used_at: z.string().nullable(),
  last_used_from: z.string().nullable(),
});
export type AccessToken = z.infer<typeof AccessTokenSchema>;
export const AccessTokensSchema = z.array(AccessTokenSchema);

/**
 * Body of POST /auth/create_token. `expiresIn` is a duration such as `30d`, `expires_at` a time; with null the token never expires, which
 * only administrators may ask for. Without either it lives for TOKEN_DEFAULT_DAYS. Source: automation-and-access §5.9.
 */
export const CreateTokenSchema = z
  .object({
    name: z.string().trim().min(1, 'is missing').max(TOKEN_NAME_MOST_CHARACTERS),
    expiresIn: z.string().max(20).nullish(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine(({ expiresIn, expires_at }) => expiresIn === undefined || expires_at === undefined, {
    path: ['expiresIn'],
    error: 'give either expiresIn or expires_at',
  });
export type CreateToken = z.input<typeof CreateTokenSchema>;

/** Answer of POST /auth/create_token: the only time that the text of the token is told. */
export const CreatedTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  token: z.string(),
  expires_at: z.string().nullable(),
});
export type CreatedToken = z.infer<typeof CreatedTokenSchema>;
