import { createHash } from 'node:crypto';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Clock } from '../../../platform/clock.ts';
import { networkOf } from '../limits/network-address.ts';
import { BoundedMap } from './bounded-map.ts';
import { hashTokenText, readTokenText, type TokenText } from './token-text.ts';
import { createWorkGate } from './work-gate.ts';

const KNOWN_MOST = 10_000;
const UNKNOWN_MOST = 1_000;
const ADDRESSES_MOST = 10_000;
/** Computations: each takes 64 MiB and a core for some tens of milliseconds. */
const AT_ONCE = 2;
const WAITING_MOST = 64;
/** Tokens nobody has that one address may try within the window. */
const UNKNOWN_PER_ADDRESS = 30;
const WINDOW_MS = 15 * 60_000;

interface Tries {
  count: number;
  readonly sinceMs: number;
}

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
  const tries = new BoundedMap<Tries>(ADDRESSES_MOST);
  const gate = createWorkGate({ atOnce: AT_ONCE, waiting: WAITING_MOST });

  /** Counts a try before it is judged, so that many at once cannot slip through. */
  function count(network: string): Tries {
    const nowMs = clock.now().getTime();
    const present = tries.get(network);
    const tried = present === undefined || nowMs - present.sinceMs >= WINDOW_MS ? { count: 0, sinceMs: nowMs } : present;
    if (tried.count >= UNKNOWN_PER_ADDRESS) throw tooMany(Math.ceil((tried.sinceMs + WINDOW_MS - nowMs) / 1000));
    tried.count += 1;
    tries.set(network, tried);
    return tried;
  }

  async function compute(key: string, token: TokenText, tried: Tries): Promise<TokenHash> {
    const work = gate.run(() => hashTokenText(token));
    if (work === undefined) throw tooMany(1);
    const hash = await work;
    const entry = {
      hash,
      confirm() {
        if (unknown.get(key) !== entry) return;
        unknown.delete(key);
        known.set(key, entry);
        tried.count -= 1;
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
      const work = compute(key, token, count(networkOf(address))).finally(() => computing.delete(key));
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
