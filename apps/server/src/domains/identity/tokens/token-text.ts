import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';

const SECRET_BYTES = 32;
const SALT_BYTES = 12;
const KEY_BYTES = 20;
/** The only parameters that are ever computed: a token cannot ask for more work. Source: automation-and-access §5.9. */
const TIME = 1;
const MEMORY_KIB = 65_536;
const PARALLELISM = 4;
const PARAMETERS = `${TIME}.${MEMORY_KIB}.${PARALLELISM}`;
const FORM = new RegExp(
  `^([0-9a-f]{${SECRET_BYTES * 2}})\\.([A-Za-z0-9_-]{${(SALT_BYTES * 4) / 3}})\\.${PARAMETERS.replaceAll('.', '\\.')}$`,
);

/** An access token: `<secret>.<salt>.<time>.<memory>.<parallelism>`. */
export interface TokenText {
  readonly secret: string;
  readonly salt: string;
}

/** @returns undefined when the text is no access token of ours */
export function readTokenText(text: string): TokenText | undefined {
  const [, secret, salt] = FORM.exec(text) ?? [];
  return secret === undefined || salt === undefined ? undefined : { secret, salt };
}

export function newTokenText(): string {
  return `${randomBytes(SECRET_BYTES).toString('hex')}.${randomBytes(SALT_BYTES).toString('base64url')}.${PARAMETERS}`;
}

/** What is kept of a token: its Argon2id key, base64url. Takes 64 MiB while it runs. */
export async function hashTokenText({ secret, salt }: TokenText): Promise<string> {
  const key = await hashRaw(secret, {
    memoryCost: MEMORY_KIB,
    timeCost: TIME,
    parallelism: PARALLELISM,
    outputLen: KEY_BYTES,
    salt: Buffer.from(salt, 'base64url'),
  });
  return key.toString('base64url');
}
