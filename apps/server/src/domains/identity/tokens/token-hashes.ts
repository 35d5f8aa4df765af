import { createHash } from 'node:crypto';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createAddressTries } from '../limits/address-tries.ts';
import { BoundedMap } from './bounded-map.ts';
import { hashTokenText, readTokenText, type TokenText } from './token-text.ts';
import { createWorkGate } from './work-gate.ts';

const KNOWN_MOST = 10_000;
const UNKNOWN_MOST = 1_000;
/** Computations: each takes 64 MiB and a core for some tens of milliseconds. */
const AT_ONCE = 2;
const WAITING_MOST = 64;
/** Tokens nobody has that one address may try within the window. */
const UNKNOWN_PER_ADDRESS = 30;
const WINDOW_MS = 15 * 60_000;

/** The hash of a token text. */
export interface TokenHash {
  readonly hash: string;
  /** Somebody has the token: its hash is kept, and the address gets its try back. */
  confirm(): void;
}

/**
 * The hashes of token texts, each computed once. Nothing else is remembered of a token: whether it counts is asked of the database every time.
 * What nobody has counts against the address and cannot push out what somebody has.
 */
export interface TokenHashes {
  /**
   * @param address where the request comes from
   * @throws {AccessRefusal} 400 for a text that is no token; 429 when the address tried too many, or too many are being computed
   */
  of(text: string, address: string): Promise<TokenHash>;
}

export function createTokenHashes({ clock }: { clock: Clock }): TokenHashes {
  const known = new BoundedMap<TokenHash>(KNOWN_MOST);
  const unknown = new BoundedMap<TokenHash>(UNKNOWN_MOST);
  const computing = new Map<string, Promise<TokenHash>>();
  const tries = createAddressTries({ clock, most: UNKNOWN_PER_ADDRESS, windowMs: WINDOW_MS });
  const gate = createWorkGate({ atOnce: AT_ONCE, waiting: WAITING_MOST });

  async function compute(key: string, token: TokenText, giveBack: () => void): Promise<TokenHash> {
    const work = gate.run(() => hashTokenText(token));
    if (work === undefined) throw tooMany(1);
    const hash = await work;
    const entry = {
      hash,
      confirm() {
        if (unknown.get(key) !== entry) return;
        unknown.delete(key);
        known.set(key, entry);
        giveBack();
      },
    };
    unknown.set(key, entry);
    return entry;
  }

  return {
    async of(text, address) {
      const token = readTokenText(text);
      if (token === undefined) throw new AccessRefusal(400, 'invalid access token');
      const key = keyOf(text);
      const present = known.get(key) ?? unknown.get(key) ?? computing.get(key);
      if (present !== undefined) return present;
      const tried = tries.count(address);
      if (tried.waitSeconds !== undefined) throw tooMany(tried.waitSeconds);
      const work = compute(key, token, tried.giveBack).finally(() => computing.delete(key));
      computing.set(key, work);
      return work;
    },
  };
}

function tooMany(seconds: number): AccessRefusal {
  return new AccessRefusal(429, 'too many access tokens were tried', { 'retry-after': String(seconds) });
}

/** The text itself is not kept in memory. */
function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
