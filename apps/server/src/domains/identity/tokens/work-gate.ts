/** Lets a few expensive computations run at once and keeps a bounded queue for the rest. */
export interface WorkGate {
  /** @returns undefined, without running, when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T> | undefined;
}

export function createWorkGate({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkGate {
  const queue: (() => void)[] = [];
  let running = 0;

  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, or is free again.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    run: (work) => (running >= atOnce && queue.length >= waiting ? undefined : enter(work)),
  };
}
