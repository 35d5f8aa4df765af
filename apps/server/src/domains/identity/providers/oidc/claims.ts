import type { Traits } from '@quarterdeck/contract/identity';
import { type ExpressionEngine, ExpressionError } from '@quarterdeck/expressions';
import type { Claims } from './provider-client.ts';
import type { SignInProvider } from './provider-file.ts';

/** Who a provider says somebody is. */
export interface Profile {
  readonly provider: SignInProvider;
  /** Names the person at the provider for good. */
  readonly subject: string;
  /** undefined when the provider does not tell it. */
  readonly email: string | undefined;
  /** The provider has verified the address. */
  readonly isVerified: boolean;
  readonly name: NonNullable<Traits['name']>;
  readonly claims: Claims;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const NAME_MOST = 200;

/** @param claims with a subject */
export async function readProfile(provider: SignInProvider, claims: Claims, expressions: ExpressionEngine): Promise<Profile> {
  const read = (expression: string) => evaluate(expressions, expression, { claims });
  const email = text(await read(provider.claims.email));
  const first = text(await read(provider.claims.first))?.slice(0, NAME_MOST);
  const last = text(await read(provider.claims.last))?.slice(0, NAME_MOST);
  return {
    provider,
    subject: String(claims.sub),
    email: email !== undefined && EMAIL.test(email) ? email : undefined,
    isVerified: (await read(provider.claims.email_verified)) === true,
    name: { ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) },
    claims,
  };
}

/** Whether the provider's entry lets this address in: it is verified, and of a domain on the list. */
export function isOfAllowedDomain({ provider, email, isVerified }: Profile): boolean {
  if (provider.allowedDomains === undefined) return true;
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  return isVerified && provider.allowedDomains.includes(domain);
}

/** Value of an expression; undefined when it fails on these claims, because something in them is not there. */
export async function evaluate(
  expressions: ExpressionEngine,
  expression: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  try {
    return await expressions.evaluate(expression, variables);
  } catch (error) {
    if (error instanceof ExpressionError && error.code === 'EXPRESSION_FAILED') return undefined;
    throw error;
  }
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? undefined : trimmed;
}
