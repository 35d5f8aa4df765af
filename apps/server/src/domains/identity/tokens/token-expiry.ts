import { QuarterdeckError } from '@quarterdeck/contract';
import { TOKEN_MOST_DAYS } from '@quarterdeck/contract/identity';
import { parseDuration } from '@quarterdeck/integrations/spec';
import { DAY_MS, defaultExpiry } from './token-service.ts';

/** What the maker of a token wishes; null is never, undefined says nothing. */
export interface ExpiryWish {
  readonly expiresIn?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
}

/**
 * When a new token expires; null for never.
 * @throws {QuarterdeckError} BAD_REQUEST for a time that is none or has passed, and for more than TOKEN_MOST_DAYS or never by anybody but an administrator
 */
export function tokenExpiry({ expiresIn, expires_at }: ExpiryWish, now: Date, isAdministrator: boolean): Date | null {
  if (expiresIn === null || expires_at === null) {
    if (!isAdministrator) throw refused('only an administrator may make a token that never expires');
    return null;
  }
  const at = wished({ expiresIn, expires_at }, now);
  if (at <= now) throw refused('the token would have expired already');
  if (!isAdministrator && at.getTime() - now.getTime() > TOKEN_MOST_DAYS * DAY_MS) {
    throw refused(`a token may live for ${TOKEN_MOST_DAYS} days at most`);
  }
  return at;
}

function wished({ expiresIn, expires_at }: { expiresIn?: string | undefined; expires_at?: string | undefined }, now: Date): Date {
  if (expires_at !== undefined) return new Date(expires_at);
  if (expiresIn === undefined) return defaultExpiry(now);
  const durationMs = parseDuration(expiresIn);
  const at = durationMs === undefined ? undefined : new Date(now.getTime() + durationMs);
  if (at === undefined || Number.isNaN(at.getTime()))
    throw refused(`expiresIn: "${expiresIn}" is no duration, such as 30d or 12h`);
  return at;
}

function refused(message: string): QuarterdeckError {
  return new QuarterdeckError('BAD_REQUEST', message);
}
