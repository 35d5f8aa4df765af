import { FakeClock } from '@quarterdeck/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenHashes, type TokenHashes } from './token-hashes.ts';
import { newTokenText } from './token-text.ts';

const ADDRESS = '192.0.2.1';
const MOST = 30;

let clock: FakeClock;
let hashes: TokenHashes;
beforeEach(() => {
  clock = new FakeClock();
  hashes = createTokenHashes({ clock });
});

async function tryTokens(count: number, address = ADDRESS): Promise<void> {
  for (let tried = 0; tried < count; tried++) await hashes.of(newTokenText(), address);
}

describe('the hashes of access tokens', () => {
  it('are the same for the same text', async () => {
    const text = newTokenText();

    expect((await hashes.of(text, ADDRESS)).hash).toBe((await hashes.of(text, ADDRESS)).hash);
  });

  it('are computed once for requests that come together', async () => {
    const text = newTokenText();
    const [first, ...others] = await Promise.all(Array.from({ length: 200 }, () => hashes.of(text, ADDRESS)));

    expect(new Set([first, ...others]).size).toBe(1);
  });

  it('refuse a text that is no token, without computing', async () => {
    await expect(hashes.of('secret.salt.1.65536.4', ADDRESS)).rejects.toMatchObject({
      status: 400,
      message: 'invalid access token',
    });
  });

  it('stop an address that tries many tokens nobody has, until its time is over', async () => {
    await tryTokens(MOST);

    await expect(hashes.of(newTokenText(), ADDRESS)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    await expect(hashes.of(newTokenText(), '192.0.2.2')).resolves.toBeDefined();
    await clock.advance(15 * 60_000);
    await expect(hashes.of(newTokenText(), ADDRESS)).resolves.toBeDefined();
  });

  it('count many that come at once from one address before they are computed', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: MOST + 5 }, () => hashes.of(newTokenText(), ADDRESS)));

    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  });

  it('let an address go on with a token that somebody has', async () => {
    const text = newTokenText();
    (await hashes.of(text, ADDRESS)).confirm();
    await tryTokens(MOST);

    await expect(hashes.of(newTokenText(), ADDRESS)).rejects.toMatchObject({ status: 429 });
    await expect(hashes.of(text, ADDRESS)).resolves.toBeDefined();
  });

  it('count the same wrong token once, however often it comes', async () => {
    const text = newTokenText();
    for (let tried = 0; tried < 3 * MOST; tried++) await hashes.of(text, ADDRESS);

    await expect(hashes.of(newTokenText(), ADDRESS)).resolves.toBeDefined();
  });
});
