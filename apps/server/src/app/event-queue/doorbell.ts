/** Wakes one sleeper for each ring; a ring that nobody hears is kept for the next one who lies down. */
export class Doorbell {
  readonly #sleepers: (() => void)[] = [];
  #rung = false;
  #open = true;

  ring(): void {
    const next = this.#sleepers.shift();
    if (next === undefined) this.#rung = true;
    else next();
  }

  /** Wakes everybody, now and from now on. */
  ringForGood(): void {
    this.#open = false;
    for (const wake of this.#sleepers.splice(0)) wake();
  }

  wait(): Promise<void> {
    if (this.#rung || !this.#open) {
      this.#rung = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#sleepers.push(resolve));
  }
}
