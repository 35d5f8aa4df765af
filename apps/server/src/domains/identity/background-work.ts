import type { Logger } from '../../platform/log.ts';

/** Work that nobody waits for, except the end of the server. */
export interface BackgroundWork {
  /** Begins it now; a failure is logged. */
  run(work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createBackgroundWork(log: Logger): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const tracked = work()
        .catch((error: unknown) => log.error({ err: error }, 'something in the background of a sign-in flow failed'))
        .finally(() => running.delete(tracked));
      running.add(tracked);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
