interface Waiter {
  grant(): void;
}

/** A counting semaphore per key, first come first served. Keys without holders take no memory. */
export class KeyedSemaphore {
  private readonly limitOf: (key: string) => number;
  private readonly slots = new Map<string, { held: number; queue: Waiter[] }>();

  constructor(limitOf: (key: string) => number) {
    this.limitOf = limitOf;
  }

  /** Waits for a slot; rejects with the signal's reason when it aborts first. Call the returned function once to give the slot back. */
  acquire(key: string, signal: AbortSignal): Promise<() => void> | (() => void) {
    const slot = this.slots.get(key) ?? { held: 0, queue: [] };
    this.slots.set(key, slot);
    const release = () => this.release(key);
    if (slot.held < this.limitOf(key) && slot.queue.length === 0) {
      slot.held += 1;
      return release;
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant() {
          signal.removeEventListener('abort', onAbort);
          resolve(release);
        },
      };
      const onAbort = () => {
        slot.queue.splice(slot.queue.indexOf(waiter), 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      slot.queue.push(waiter);
    });
  }

  private release(key: string): void {
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    const next = slot.queue.shift();
    if (next !== undefined) {
      next.grant();
      return;
    }
    slot.held -= 1;
    if (slot.held === 0) this.slots.delete(key);
  }
}

/** How many checks run at the same time. */
export interface ConcurrencyLimits {
  overall: number;
  perHost: number;
  /** Checks of one canary. */
  perCanary: number;
  /** By kind key; `default` for the others. */
  perKind: Readonly<Record<string, number>>;
}

export const DEFAULT_CONCURRENCY: ConcurrencyLimits = {
  overall: 256,
  perHost: 32,
  perCanary: 8,
  perKind: {
    exec: 8,
    icmp: 16,
    folder: 8,
    gitProtocol: 4,
    jmeter: 2,
    junit: 8,
    kubernetesResource: 16,
    namespace: 1,
    pod: 1,
    restic: 4,
    default: 128,
  },
};

function half(limit: number): number {
  return Math.max(1, Math.floor(limit / 2));
}

/** Who asks for a turn. */
export interface GateRequest {
  /** Names the canary among all. */
  canary: string;
  /** Key of the kind. */
  kind: string;
  host: string | undefined;
}

/**
 * Gives checks their turn: the canary's share first, then host, then kind, then the whole process, so that waiting for a busy host holds nothing
 * that others need. A canary takes at most half of a kind's places, so that its slow checks leave room for other canaries.
 */
export class CheckGate {
  private readonly hosts: KeyedSemaphore;
  private readonly kinds: KeyedSemaphore;
  private readonly all: KeyedSemaphore;
  /** By kind and canary. */
  private readonly shares: KeyedSemaphore;

  constructor(limits: ConcurrencyLimits) {
    this.hosts = new KeyedSemaphore(() => limits.perHost);
    const limitOfKind = (kind: string) => limits.perKind[kind] ?? limits.perKind.default ?? limits.overall;
    this.kinds = new KeyedSemaphore(limitOfKind);
    this.shares = new KeyedSemaphore((key) => half(limitOfKind(key.slice(0, key.indexOf(' ')))));
    this.all = new KeyedSemaphore(() => limits.overall);
  }

  async enter({ canary, kind, host }: GateRequest, signal: AbortSignal): Promise<() => void> {
    const held: (() => void)[] = [];
    const leave = () => {
      for (const release of held.reverse()) release();
    };
    try {
      held.push(await this.shares.acquire(`${kind} ${canary}`, signal));
      if (host !== undefined) held.push(await this.hosts.acquire(host, signal));
      held.push(await this.kinds.acquire(kind, signal));
      held.push(await this.all.acquire('', signal));
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
