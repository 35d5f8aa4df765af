import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { QuarterdeckError } from '@quarterdeck/contract';

/** How sealed text begins. */
export const SEALED_PREFIX = 'enc:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must not lie in the database as it is (AES-256-GCM). */
export interface SecretBox {
  /** `enc:v1:` and base64url of nonce, tag and cipher text. Text that is sealed already, and empty text, stay as they are. */
  seal(text: string): string;
  /**
   * Text that is not sealed stays as it is.
   * @throws {QuarterdeckError} SECRET_UNREADABLE when it was sealed with another key, or was changed
   */
  open(text: string): string;
  /** A box with a key of its own that follows from this one's: what one seals the other does not open. */
  forPurpose(purpose: string): SecretBox;
}

export function isSealed(text: string): boolean {
  return text.startsWith(SEALED_PREFIX);
}

/** A key of any length is good; 32 random bytes are best. */
export function createSecretBox(secret: string | Uint8Array): SecretBox {
  const key = createHash('sha256').update(secret).digest();
  return {
    forPurpose: (purpose) => createSecretBox(createHmac('sha256', key).update(purpose).digest()),
    seal(text) {
      if (text === '' || isSealed(text)) return text;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return SEALED_PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(text) {
      if (!isSealed(text)) return text;
      const bytes = Buffer.from(text.slice(SEALED_PREFIX.length), 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new QuarterdeckError('SECRET_UNREADABLE', 'a stored secret cannot be read with the key of this server', {
          hint: 'Start with the QUARTERDECK_SECRET_KEY (or the secret.key file) that it was saved with, or enter the secret again.',
          cause,
        });
      }
    },
  };
}
