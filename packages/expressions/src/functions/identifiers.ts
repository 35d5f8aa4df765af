import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { charge, chargeText } from '../budget.ts';
import { toBytes, toText } from '../coerce.ts';
import { EvaluationFault } from '../expression-error.ts';

const HASHES: Readonly<Record<string, string>> = {
  SHA1: 'sha1',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
  SHA512_224: 'sha512-224',
  SHA512_256: 'sha512-256',
};

export const HASH_NAMES: readonly string[] = Object.keys(HASHES);

function digest(name: string, value: unknown): Buffer {
  const bytes = toBytes(value);
  charge(10 + (bytes.length >> 5));
  return createHash(HASHES[name] ?? name)
    .update(bytes)
    .digest();
}

/** Hash of a text or bytes in hexadecimal. */
export function hashHex(name: string, value: unknown): string {
  return digest(name, value).toString('hex');
}

export function hashBytes(name: string, value: unknown): Uint8Array {
  return new Uint8Array(digest(name, value));
}

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const UUID = /^(?:urn:uuid:)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
const GREGORIAN_OFFSET_MS = 12_219_292_800_000n;

export function uuidV4(): string {
  charge(10);
  return randomUUID();
}

/** Time-based identifier with a random node. */
export function uuidV1(): string {
  const random = randomBytes(10);
  const ticks = (BigInt(Date.now()) + GREGORIAN_OFFSET_MS) * 10_000n + BigInt(random.readUInt16BE(0) % 10_000);
  const hex = ticks.toString(16).padStart(15, '0');
  const clock = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16);
  random[4] = (random[4] ?? 0) | 1;
  return `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}-${clock}-${random.subarray(4).toString('hex')}`;
}

export function isUuid(value: unknown): boolean {
  return UUID.test(toText(value));
}

export function parseUuid(value: unknown): string {
  const match = UUID.exec(toText(value));
  if (match === null) throw new EvaluationFault(`invalid UUID ${JSON.stringify(toText(value).slice(0, 60))}`);
  return match.slice(1, 6).join('-').toLowerCase();
}

const MAX_RANDOM_LENGTH = 100_000;

/** Random text of characters of an alphabet. */
export function randomText(length: number, alphabet: string): string {
  if (length < 0 || length > MAX_RANDOM_LENGTH)
    throw new EvaluationFault(`random text length must be between 0 and ${MAX_RANDOM_LENGTH}`);
  charge(length * 4);
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('');
}

const characters = (from: string, to: string): string =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => String.fromCharCode(from.charCodeAt(0) + i)).join(
    '',
  );

export const ALPHABETS = {
  ascii: characters(' ', '~'),
  alpha: characters('a', 'z') + characters('A', 'Z'),
  alphaNumeric: characters('0', '9') + characters('a', 'z') + characters('A', 'Z'),
  default: `${characters('0', '9')}${characters('a', 'z')}${characters('A', 'Z')}_.-`,
} as const;

/** Alphabet between two characters, inclusive. */
export function alphabetBetween(from: string, to: string): string {
  if (from.length !== 1 || to.length !== 1 || from > to) throw new EvaluationFault('random.String: invalid character range');
  return characters(from, to);
}

/** Random int between two bounds, inclusive. */
export function randomNumber(from: number, to: number): bigint {
  if (to < from) throw new EvaluationFault('random.Number: maximum is below minimum');
  if (to - from >= 2 ** 48 - 1) throw new EvaluationFault('random.Number: range is too large');
  return BigInt(from + randomInt(to - from + 1));
}

export function base64Encode(value: unknown): string {
  const bytes = toBytes(value);
  charge(1 + (bytes.length >> 6));
  return Buffer.from(bytes).toString('base64');
}

export function base64Decode(value: unknown): Uint8Array {
  const text = toText(value);
  chargeText(text);
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw new EvaluationFault('illegal base64 data');
  return new Uint8Array(Buffer.from(text, 'base64'));
}
