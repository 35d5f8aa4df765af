interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** A clock that only moves when told. Timers run in the order of their times. */
export class FakeClock {
  #nowMs: number;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(start: Date | string = '2026-01-01T00:00:00Z') {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  setTimeout(work: () => void, ms: number): () => void {
    const timer: Timer = { at: this.#nowMs + Math.max(0, ms), order: this.#order++, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.setTimeout(done, ms);
      function done() {
        signal?.removeEventListener('abort', done);
        cancel();
        resolve();
      }
      signal?.addEventListener('abort', done);
    });
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves time on; every timer that comes due runs at its own time, and what it set off gets to run before the next one. */
  async advance(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    for (let next = this.#nextTimer(until); next !== undefined; next = this.#nextTimer(until)) {
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.at);
      next.work();
      await settle();
    }
    this.#nowMs = until;
    await settle();
  }

  #nextTimer(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > until) continue;
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}

/** Lets promises and the event loop run what is ready. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
}
