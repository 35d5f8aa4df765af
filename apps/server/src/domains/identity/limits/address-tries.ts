import type { Clock } from '../../../platform/clock.ts';
import { BoundedMap } from '../tokens/bounded-map.ts';
import { networkOf } from './network-address.ts';

const ADDRESSES_MOST = 10_000;

interface Tries {
  count: number;
  readonly sinceMs: number;
}

/** One try of an address. */
export type Try =
  /** It has to wait. */
  { readonly waitSeconds: number } | { readonly waitSeconds: undefined /** It does not count after all. */; giveBack(): void };

/** Counts what addresses try, in the memory of this process: for what costs work rather than for what is guessed. */
export interface AddressTries {
  /** Counts before the try is judged, so that many at once cannot slip through. */
  count(address: string): Try;
}

export function createAddressTries({ clock, most, windowMs }: { clock: Clock; most: number; windowMs: number }): AddressTries {
  const tries = new BoundedMap<Tries>(ADDRESSES_MOST);
  return {
    count(address) {
      const network = networkOf(address);
      const nowMs = clock.now().getTime();
      const present = tries.get(network);
      const tried = present === undefined || nowMs - present.sinceMs >= windowMs ? { count: 0, sinceMs: nowMs } : present;
      if (tried.count >= most) return { waitSeconds: Math.ceil((tried.sinceMs + windowMs - nowMs) / 1000) };
      tried.count += 1;
      tries.set(network, tried);
      return {
        waitSeconds: undefined,
        giveBack() {
          tried.count -= 1;
        },
      };
    },
  };
}
