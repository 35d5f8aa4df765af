interface Waiting<Row> {
  readonly promise: Promise<Row | undefined>;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Lets lookups that come together share one statement: who comes while one runs waits for the next, which begins after that. So nobody gets
 * an answer that was read before the question, and nothing is kept.
 * @param read rows by their keys; a key without a row is left out
 */
export function createSharedLookup<Row>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  let waiting = new Map<string, Waiting<Row>>();
  let isRunning = false;

  async function answer(batch: ReadonlyMap<string, Waiting<Row>>): Promise<void> {
    try {
      const rows = await read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(rows.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      await answer(batch);
    }
    isRunning = false;
  }

  return (key) => {
    const present = waiting.get(key) ?? Promise.withResolvers<Row | undefined>();
    waiting.set(key, present);
    if (!isRunning) void run();
    return present.promise;
  };
}
