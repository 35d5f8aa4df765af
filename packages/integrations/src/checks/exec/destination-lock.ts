import { InvalidCheckError } from '../probe.ts';

const WAIT_MS = 300_000;

/** The end of the last user's turn, by destination. */
const turns = new Map<string, Promise<void>>();

function wait(turn: Promise<void>, signal: AbortSignal, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = () => {
      settle();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      settle();
      reject(new InvalidCheckError(`the checkout was in use for more than ${waitMs / 1000} s`));
    }, waitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    void turn.then(() => {
      settle();
      resolve();
    });
  });
}

/**
 * Waits until nobody in this process uses the destination and gives the function that ends the own turn. Rejects with InvalidCheckError after
 * five minutes, with the signal's reason when aborted. Source: health-checks §2.6.
 */
export async function lockDestination(destination: string, signal: AbortSignal, waitMs = WAIT_MS): Promise<() => void> {
  const before = turns.get(destination);
  const own = Promise.withResolvers<void>();
  const turn = before === undefined ? own.promise : before.then(() => own.promise);
  turns.set(destination, turn);
  void turn.then(() => {
    if (turns.get(destination) === turn) turns.delete(destination);
  });
  try {
    signal.throwIfAborted();
    if (before !== undefined) await wait(before, signal, waitMs);
  } catch (error) {
    own.resolve();
    throw error;
  }
  return own.resolve;
}
