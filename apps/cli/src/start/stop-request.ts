import type { CommandIo } from '../command.ts';

/** Exit code of a program that a second signal ended before it was done. */
const FORCED_EXIT_CODE = 130;

export interface StopRequest {
  /** Resolves at the first Ctrl-C or SIGTERM, or when the process that started this one is gone. */
  readonly requested: Promise<void>;
}

/** Listens for the wish to stop. A second signal does not wait for the orderly end. */
export function createStopRequest(io: Pick<CommandIo, 'stderr'>): StopRequest {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const stop = (): void => {
    if (asked) {
      io.stderr.write('Stopped without waiting.\n');
      process.exit(FORCED_EXIT_CODE);
    }
    asked = true;
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.channel !== undefined) {
    // The channel tells that the parent is gone; it must not keep this process alive.
    process.channel?.unref();
    process.once('disconnect', () => {
      asked = true;
      resolve();
    });
  }
  return { requested: promise };
}
