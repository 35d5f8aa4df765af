import { PASSWORD_LEAST_CHARACTERS } from '@quarterdeck/contract/identity';

export interface PasswordRule {
  readonly text: string;
  readonly isMet: boolean;
}

/** What a new password has to be, as far as it can be said while it is typed; the server also refuses common and similar ones. */
export function passwordRules(password: string, personal: readonly string[]): PasswordRule[] {
  const length = [...password].length;
  const lower = password.toLowerCase();
  const parts = personal.flatMap((text) => text.toLowerCase().split(/[@\s]+/)).filter((part) => part.length >= 4);
  return [
    { text: `At least ${PASSWORD_LEAST_CHARACTERS} characters`, isMet: length >= PASSWORD_LEAST_CHARACTERS },
    { text: 'Not your name or email', isMet: length > 0 && !parts.some((part) => lower.includes(part)) },
    { text: 'Not one of the most common passwords', isMet: length >= PASSWORD_LEAST_CHARACTERS && new Set(lower).size > 3 },
  ];
}
