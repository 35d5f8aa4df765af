import type { Random } from '../random.ts';

/** What the server is doing on a connection when a fault strikes. */
export const OPERATIONS = ['connect', 'execute', 'commit', 'idle'] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * error: the statement fails. fatal: the session ends with a message. reset and half close: the connection breaks before the request
 * arrived; lost answer: after it was done. stall: the request never arrives; stalled answer: its answer never does. slow: late, but whole.
 */
export const FAULTS = ['error', 'fatal', 'reset', 'half close', 'lost answer', 'stall', 'stalled answer', 'slow'] as const;
export type Fault = (typeof FAULTS)[number];

const CHOICES: Readonly<Record<Operation, readonly (readonly [number, Fault])[]>> = {
  connect: [
    [3, 'fatal'],
    [3, 'reset'],
    [2, 'half close'],
    [1, 'stall'],
    [2, 'slow'],
  ],
  execute: [
    [4, 'error'],
    [2, 'fatal'],
    [2, 'reset'],
    [2, 'half close'],
    [2, 'lost answer'],
    [1, 'stall'],
    [1, 'stalled answer'],
    [3, 'slow'],
  ],
  commit: [
    [3, 'error'],
    [2, 'fatal'],
    [2, 'reset'],
    [2, 'half close'],
    [4, 'lost answer'],
    [1, 'stall'],
    [2, 'stalled answer'],
    [3, 'slow'],
  ],
  idle: [
    [3, 'reset'],
    [3, 'half close'],
    [2, 'fatal'],
    [1, 'stall'],
  ],
};

/** What a statement may fail with through no fault of its own, and still succeed the next time. */
const STATES = ['40001', '40P01', '53100', '53200', '55P03', '57014'] as const;
const FATAL_STATES = ['57P01', '57P03', '53300'] as const;

/** Decides by seed which operations go wrong, and how. */
export class FaultPlan {
  readonly counts = new Map<string, number>();
  /** While false everything passes. */
  active = false;
  readonly #random: Random;
  readonly #share: number;

  /** @param share of the operations that go wrong, from 0 to 1 */
  constructor(random: Random, share: number) {
    this.#random = random;
    this.#share = share;
  }

  next(operation: Operation): Fault | undefined {
    if (!this.active || this.#random.next() >= this.#share) return undefined;
    const fault = this.#random.choose(CHOICES[operation]);
    const name = `${operation}: ${fault}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return fault;
  }

  state(fault: 'error' | 'fatal'): string {
    const states: readonly string[] = fault === 'error' ? STATES : FATAL_STATES;
    return this.#random.choose(states.map((state) => [1, state] as const));
  }

  delayMs(): number {
    return this.#random.between(100, 800);
  }
}
