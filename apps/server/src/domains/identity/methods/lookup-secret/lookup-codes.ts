import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { LOOKUP_CODE_COUNT } from '@quarterdeck/contract/identity';
import { z } from 'zod';

export const LookupCodeSchema = z.object({ code: z.string(), used_at: z.iso.datetime().optional() });
export type LookupCode = z.infer<typeof LookupCodeSchema>;

/** What is kept of backup recovery codes; people may look at them again, so they are kept as they are, sealed. */
export const LookupCredentialSchema = z.object({ codes: z.array(LookupCodeSchema) });
export type LookupCredential = z.infer<typeof LookupCredentialSchema>;

/** Letters and digits that are not mistaken for each other; what is typed instead of them is read as they are. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 50 bits. */
const CODE_CHARACTERS = 10;

/** New codes, such as `7k2mq-x90ab`. */
export function newLookupCodes(): string[] {
  return Array.from({ length: LOOKUP_CODE_COUNT }, () => {
    const code = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
    return `${code.slice(0, CODE_CHARACTERS / 2)}-${code.slice(CODE_CHARACTERS / 2)}`;
  });
}

/** Place of the code that was entered; takes as long wherever it is, and when it is not there. */
export function findLookupCode(codes: readonly LookupCode[], entered: string): number | undefined {
  const wanted = digest(entered);
  const hits = codes.map(({ code }) => timingSafeEqual(digest(code), wanted));
  const index = hits.indexOf(true);
  return index < 0 ? undefined : index;
}

function digest(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHash('sha256').update(plain).digest();
}
