/** The time limit of a check is over. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(timeoutMs: number) {
    super(`timed out after ${timeoutMs} ms`);
  }
}

/** The program stops or the caller gave up. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor() {
    super('cancelled before it was done');
  }
}

/**
 * Runs work that must end in time. The signal given to the work aborts when the limit is over or the outer signal aborts; the returned promise
 * settles then even if the work does not.
 */
export function withTimeLimit<T>(outer: AbortSignal, timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (error: Error) => {
      settle();
      controller.abort(error);
      reject(error);
    };
    const onOuterAbort = () => end(new CancelledError());
    const timer = setTimeout(() => end(new TimeLimitError(timeoutMs)), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', onOuterAbort);
    };
    if (outer.aborted) return onOuterAbort();
    outer.addEventListener('abort', onOuterAbort, { once: true });
    work(controller.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
