import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';

/** What a session of Clerk says about somebody; the template of its tokens has these. Source: automation-and-access §5.1. */
const ClaimsSchema = z.object({
  sid: z.string().min(1),
  user_id: z.string().min(1),
  org_id: z.string().min(1),
  name: z.string(),
  email: z.string(),
  image_url: z.string().nullish(),
  role: z.string().nullish(),
  /** Origin of the page that the token was made for. */
  azp: z.string().optional(),
});
export type ClerkClaims = z.infer<typeof ClaimsSchema>;

export interface ClaimChecks {
  readonly keys: JWTVerifyGetKey;
  readonly organisation: string;
  readonly now: Date;
  /** Whether a page of this origin may use the session here. */
  isKnownOrigin(origin: string): boolean;
}

/** Why a token does not count: its time is over, or anything else. */
export type TokenProblem = 'expired' | 'wrong';

/** Clocks may differ by this much. */
const TOLERANCE_SECONDS = 5;

/**
 * The claims of a token that is signed by a published key (RS256 only), is of the organisation and counts now.
 * @throws {KeysUnavailable} when there is nothing to verify it with
 */
export async function readClaims(token: string, checks: ClaimChecks): Promise<ClerkClaims | TokenProblem> {
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(token, checks.keys, {
      algorithms: ['RS256'],
      currentDate: checks.now,
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ['exp'],
    }));
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError) return 'wrong';
    throw error;
  }
  const parsed = ClaimsSchema.safeParse(payload);
  if (!parsed.success) return 'wrong';
  const { org_id, azp } = parsed.data;
  if (org_id !== checks.organisation) return 'wrong';
  return azp === undefined || checks.isKnownOrigin(azp) ? parsed.data : 'wrong';
}
