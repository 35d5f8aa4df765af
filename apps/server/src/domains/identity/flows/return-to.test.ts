import { describe, expect, it } from 'vitest';
import { foreignReturnTos, harmlessReturnTos } from '../testing/return-to-corpus.ts';
import { checkReturnTo } from './return-to.ts';

const ORIGIN = 'https://deck.example.com';
const FOREIGN = foreignReturnTos(ORIGIN);

describe('where a flow may lead afterwards', () => {
  it('is tried with a large corpus', () => {
    expect(new Set(FOREIGN).size).toBeGreaterThan(250);
  });

  it.each(FOREIGN)('is not %j', (returnTo) => {
    expect(checkReturnTo(returnTo, ORIGIN)).toBeUndefined();
  });

  it.each(harmlessReturnTos(ORIGIN))('is %j, on this server', (returnTo) => {
    const checked = checkReturnTo(returnTo, ORIGIN);

    expect(checked).toBeDefined();
    // As a browser reads it in a Location header of a page of this server.
    const followed = new URL(checked ?? '', `${ORIGIN}/login`);
    expect(followed.origin).toBe(ORIGIN);
    expect(followed.pathname.startsWith('//')).toBe(false);
  });

  it('keeps path, query and fragment', () => {
    expect(checkReturnTo('/health?tag=a%20b#top', ORIGIN)).toBe(`${ORIGIN}/health?tag=a%20b#top`);
  });
});
