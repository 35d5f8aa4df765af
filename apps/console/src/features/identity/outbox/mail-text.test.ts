import { describe, expect, it } from 'vitest';
import { splitMail } from './mail-text.ts';

describe('a mail', () => {
  it('leads to the addresses in it and stays the same text', () => {
    const body = 'Open http://localhost:8080/recovery?flow=a&token=b-c.\nOr (https://x.test/y), please.';
    const parts = splitMail(body);
    expect(parts.filter(({ href }) => href !== undefined).map(({ href }) => href)).toEqual([
      'http://localhost:8080/recovery?flow=a&token=b-c',
      'https://x.test/y',
    ]);
    expect(parts.map(({ text }) => text).join('')).toBe(body);
  });

  it('leads nowhere else', () => {
    expect(splitMail('javascript:alert(1) ftp://x.test/')).toEqual([{ text: 'javascript:alert(1) ftp://x.test/' }]);
  });
});
