import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Logger } from '../../../../platform/log.ts';

const KeySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
/** Keys that are older are asked for again; when nobody answers, the old ones still count. */
const FRESH_MS = 10 * 60_000;
/** An unknown key makes us ask again, but not more often than this, so that made-up keys cannot flood the publisher. */
const ASK_AGAIN_MS = 30_000;
const TIMEOUT_MS = 5_000;
const BODY_MOST_CHARACTERS = 1_000_000;

/** The keys cannot be had. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * Keys that somebody publishes at an address (JWKS), by which signatures are verified. They are kept, and asked for again when they are old or
 * when a signature names one that is not among them. @throws {KeysUnavailable} and what jose throws for a key that is not there
 */
export function createPublishedKeys(url: string, { now, log }: { now: () => number; log: Logger }): JWTVerifyGetKey {
  let known: { readonly find: ReturnType<typeof createLocalJWKSet>; readonly at: number } | undefined;
  let asking: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    askedAt = now();
    const keys = await download(url);
    known = { find: createLocalJWKSet(keys), at: now() };
  }

  function askOnce(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function current(): Promise<NonNullable<typeof known>> {
    if (known === undefined || (now() - known.at > FRESH_MS && now() - askedAt > ASK_AGAIN_MS)) {
      await askOnce().catch((error: unknown) => {
        log.warn({ err: error, url }, 'the keys of sign-in cannot be had');
        if (known === undefined) throw new KeysUnavailable('the keys of sign-in cannot be had', { cause: error });
      });
    }
    if (known === undefined) throw new KeysUnavailable('the keys of sign-in cannot be had');
    return known;
  }

  return async (header, token) => {
    const keys = await current();
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - askedAt <= ASK_AGAIN_MS) throw error;
      await askOnce().catch((cause: unknown) => log.warn({ err: cause, url }, 'the keys of sign-in cannot be had'));
      return (await current()).find(header, token);
    }
  };
}

async function download(url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok) throw new Error(`the answer has the status ${response.status}`);
  if (text.length > BODY_MOST_CHARACTERS) throw new Error('the answer is too long');
  return KeySetSchema.parse(JSON.parse(text));
}
