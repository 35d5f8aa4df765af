import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashTokenText, newTokenText, readTokenText } from './token-text.ts';

describe('the text of an access token', () => {
  it('is secret, salt and the parameters, and never the same', () => {
    const text = newTokenText();

    expect(text).toMatch(/^[0-9a-f]{64}\.[A-Za-z0-9_-]{16}\.1\.65536\.4$/);
    expect(newTokenText()).not.toBe(text);
  });

  it('is kept as Argon2id of the secret with these parameters', async () => {
    const read = readTokenText(newTokenText());
    if (read === undefined) throw new Error('a new token cannot be read');
    const expected = argon2Sync('argon2id', {
      message: read.secret,
      nonce: Buffer.from(read.salt, 'base64url'),
      parallelism: 4,
      tagLength: 20,
      memory: 65_536,
      passes: 1,
    });

    expect(await hashTokenText(read)).toBe(expected.toString('base64url'));
  });

  it.each([
    ['more memory', (text: string) => text.replace('65536', '4194304')],
    ['more passes', (text: string) => text.replace('.1.', '.1000.')],
    ['more lanes', (text: string) => text.replace(/4$/, '16')],
    ['a shorter secret', (text: string) => text.slice(2)],
    ['a longer salt', (text: string) => text.replace('.1.', 'AAAA.1.')],
    ['text around it', (text: string) => ` ${text}`],
    ['a line break', (text: string) => `${text}\n`],
  ])('is none with %s', (_what, change) => {
    expect(readTokenText(change(newTokenText()))).toBeUndefined();
  });
});
