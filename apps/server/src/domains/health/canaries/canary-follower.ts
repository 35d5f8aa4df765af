import type { HealthLog } from '../environment.ts';

/**
 * Takes over canaries soon after they were written anywhere (console, row API, files, other instances), one round at a time.
 * Failed rounds are left to the next event or the periodic sweep.
 */
export class CanaryFollower {
  private readonly reconcile: (canaryIds: readonly string[]) => Promise<unknown>;
  private readonly log: HealthLog;
  private readonly waiting = new Set<string>();
  private running: Promise<void> | undefined;

  constructor(options: { reconcile(canaryIds: readonly string[]): Promise<unknown>; log: HealthLog }) {
    this.reconcile = options.reconcile;
    this.log = options.log;
  }

  /** Notes canaries that were written. */
  note(canaryIds: Iterable<string>): void {
    for (const id of canaryIds) this.waiting.add(id);
    if (this.waiting.size > 0) this.running ??= this.work().finally(() => (this.running = undefined));
  }

  /** Settles when everything noted so far was taken over. */
  async settled(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private async work(): Promise<void> {
    while (this.waiting.size > 0) {
      const ids = [...this.waiting];
      this.waiting.clear();
      try {
        await this.reconcile(ids);
      } catch (error) {
        this.log.error({ err: error, canaries: ids.length }, 'changed canaries could not be taken over');
      }
    }
  }
}
