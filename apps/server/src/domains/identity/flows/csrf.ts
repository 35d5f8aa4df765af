import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** Name of the anti-forgery cookie; it names the server, so that two on one machine keep theirs apart. Source: automation-and-access §5.2. */
export function csrfCookieName(publicUrl: string): string {
  return `csrf_token_${createHash('sha256').update(publicUrl).digest('hex')}`;
}

export function newCsrfSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What a flow remembers of the cookie. */
export function hashCsrfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The token of a form: the cookie's secret under a mask of its own, so that two answers never look the same. */
export function maskCsrfSecret(secret: string): string {
  const plain = Buffer.from(secret, 'base64url');
  const mask = randomBytes(plain.length);
  return Buffer.concat([mask, xor(plain, mask)]).toString('base64');
}

/** Whether the token of a form, masked or not, is the one of the cookie. */
export function isCsrfToken(token: string, secret: string): boolean {
  const plain = Buffer.from(secret, 'base64url');
  const given = Buffer.from(token, 'base64');
  if (plain.length !== SECRET_BYTES || given.length !== 2 * SECRET_BYTES) return false;
  return timingSafeEqual(xor(given.subarray(SECRET_BYTES), given.subarray(0, SECRET_BYTES)), plain);
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}
