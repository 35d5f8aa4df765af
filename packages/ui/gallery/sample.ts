import type { HealthState, StripItem } from '../src/index.ts';

/** A check as the gallery shows it. */
export interface SampleCheck {
  id: string;
  name: string;
  group: string;
  type: string;
  state: HealthState;
  strip: readonly StripItem[];
  passed: number;
  failed: number;
  latencyMs: number | null;
  transition: number | null;
}

/** A repeatable stream of numbers from 0 to 1. */
export function randomStream(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const minuteMs = 60_000;

/** Results of which the last ones are in the given state. */
export function sampleStrip(seed: number, state: HealthState, count = 24, bad = 8): StripItem[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, (_, index) => {
    const isBad = index >= count - bad && state !== 'healthy' && state !== 'mixed';
    const value = isBad && state !== 'warning' ? 4600 + random() * 400 : isBad ? 1400 + random() * 600 : 180 + random() * 160;
    return {
      state: isBad ? state : 'healthy',
      value: isBad && (state === 'unknown' || state === 'suspended') ? null : value,
      time: Date.now() - (count - index) * minuteMs,
      label: isBad && state === 'unhealthy' ? '504 from upstream: no response within 5 s' : undefined,
    };
  });
}

const names: readonly (readonly [group: string, name: string, type: string, state: HealthState])[] = [
  ['checkout-synthetic', 'POST /v2/quote', 'http', 'unhealthy'],
  ['checkout-synthetic', 'POST /v2/orders', 'http', 'unhealthy'],
  ['checkout-synthetic', 'GET /v2/cart/{id}', 'http', 'warning'],
  ['checkout-synthetic', 'Basket to paid order', 'exec', 'unhealthy'],
  ['payments-gateway', 'authorize', 'http', 'unhealthy'],
  ['payments-gateway', 'capture', 'http', 'warning'],
  ['payments-gateway', 'pods-ready', 'kubernetes', 'unhealthy'],
  ['rds-payments-primary', 'connections', 'postgres', 'warning'],
  ['search-indexer', 'consumer-lag', 'kafka', 'unhealthy'],
  ['carrier-rates', 'dpd-nl quote', 'http', 'unhealthy'],
  ['carrier-rates', 'postnord label', 'http', 'warning'],
  ['certificates', 'edge-fra-02 TLS', 'tls', 'warning'],
  ['warehouse-sftp', 'leeds-inbound', 'folder', 'unknown'],
  ['warehouse-sftp', 'venlo-inbound', 'folder', 'suspended'],
  ['platform', 'cart-redis ping', 'redis', 'healthy'],
  ['platform', 'dns resolvers', 'dns', 'healthy'],
];

/** The checks of the reference screen, repeated up to `count`. */
export function sampleChecks(count: number): SampleCheck[] {
  const random = randomStream(7);
  return Array.from({ length: count }, (_, index) => {
    const [group, name, type, state] = names[index % names.length] ?? ['', '', '', 'unknown'];
    const round = Math.floor(index / names.length);
    const failed = state === 'unhealthy' ? Math.floor(random() * 30) : state === 'warning' ? 2 : 0;
    const isBlank = state === 'unknown' || state === 'suspended';
    return {
      id: `check-${index}`,
      name: round === 0 ? name : `${name} ${round}`,
      group: round === 0 ? group : `${group}-${round}`,
      type,
      state,
      strip: sampleStrip(index + 1, state),
      passed: isBlank ? 0 : 180 - failed,
      failed,
      latencyMs: isBlank ? null : state === 'unhealthy' ? 900 + random() * 4000 : 9 + random() * 900,
      transition: state === 'healthy' ? null : Date.now() - Math.floor(random() * 9_000_000) - 60_000,
    };
  });
}
