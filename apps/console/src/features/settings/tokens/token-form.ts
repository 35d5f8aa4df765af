import type { CreateToken } from '@quarterdeck/contract/identity';
import { TOKEN_DEFAULT_DAYS, TOKEN_MOST_DAYS, TOKEN_NAME_MOST_CHARACTERS } from '@quarterdeck/contract/identity';

const NEVER = 'never';
const DAYS = [7, 30, TOKEN_DEFAULT_DAYS, 180, TOKEN_MOST_DAYS] as const;

export const DEFAULT_LIFETIME = `${TOKEN_DEFAULT_DAYS}d`;

/** How long a token may live; only administrators make tokens that live for ever. */
export function lifetimeOptions(isAdministrator: boolean): { value: string; label: string }[] {
  const days = DAYS.map((count) => ({ value: `${count}d`, label: `${count} days` }));
  return isAdministrator ? [...days, { value: NEVER, label: 'Never expires' }] : days;
}

/** Why a name cannot be a token's; undefined when it can. */
export function nameProblem(name: string): string | undefined {
  const text = name.trim();
  if (text === '') return 'This field is required';
  return text.length > TOKEN_NAME_MOST_CHARACTERS ? `At most ${TOKEN_NAME_MOST_CHARACTERS} characters` : undefined;
}

/** What is sent to make a token. */
export function toCreateToken(name: string, lifetime: string): CreateToken {
  return lifetime === NEVER ? { name: name.trim(), expires_at: null } : { name: name.trim(), expiresIn: lifetime };
}
