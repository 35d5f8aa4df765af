import { QuarterdeckError } from '@quarterdeck/contract';
import { type CreatedToken, TOKEN_DEFAULT_DAYS } from '@quarterdeck/contract/identity';
import type { Queryable } from '@quarterdeck/database';
import { insertToken } from './token-store.ts';
import { hashTokenText, newTokenText, readTokenText } from './token-text.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewToken {
  readonly name: string;
  readonly personId: string;
  readonly at: Date;
  /** null when it never expires. */
  readonly expiresAt: Date | null;
}

/**
 * Makes an access token with the rights of a person: people, agents and programs.
 * @returns the token with its text, which is nowhere else
 * @throws {QuarterdeckError} CONFLICT when the person has one of that name
 */
export async function issueToken(db: Queryable, { name, personId, at, expiresAt }: NewToken): Promise<CreatedToken> {
  const token = newTokenText();
  const text = readTokenText(token);
  if (text === undefined) throw new Error('the text of a new token cannot be read');
  const id = await insertToken(db, { name, personId, value: await hashTokenText(text), at, expiresAt });
  if (id === undefined) {
    throw new QuarterdeckError('CONFLICT', `there is an access token with the name "${name}" already`, {
      hint: 'Choose another name, or revoke that token first.',
    });
  }
  return { id, name, token, expires_at: expiresAt?.toISOString() ?? null };
}

/** Makes a token under the first free name of `name`, `name-2`, `name-3` …; for tokens that no person names. */
export async function issueTokenNamedAlike(db: Queryable, input: NewToken): Promise<CreatedToken> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM access_tokens WHERE person_id = $1', [input.personId]);
  const taken = new Set(rows.map(({ name }) => name));
  let name = input.name;
  for (let number = 2; taken.has(name); number++) name = `${input.name}-${number}`;
  return issueToken(db, { ...input, name });
}

export function defaultExpiry(at: Date): Date {
  return new Date(at.getTime() + TOKEN_DEFAULT_DAYS * DAY_MS);
}
