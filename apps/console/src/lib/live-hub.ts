import type { LiveConnection, LiveHandlers, LiveState } from '@quarterdeck/client';
import type { LiveChange, LiveResults } from '@quarterdeck/contract/platform';

type Handler<T> = (value: T) => void;

export interface LiveHub {
  state(): LiveState;
  /** Milliseconds to add to the clock of the browser to get that of the server. */
  serverOffsetMs(): number;
  start(): void;
  pause(): void;
  resume(): void;
  onState(handler: () => void): () => void;
  onChange(handler: Handler<LiveChange>): () => void;
  onResults(handler: Handler<LiveResults>): () => void;
  /** Everything that was read has to be read again: events were missed. */
  onResync(handler: () => void): () => void;
}

class Listeners<T> {
  readonly #handlers = new Set<Handler<T>>();

  readonly add = (handler: Handler<T>): (() => void) => {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  };

  emit(value: T): void {
    for (const handler of this.#handlers) handler(value);
  }
}

/** Spreads the one live stream of the tab to everyone who listens. `open` opens the stream. */
export function createLiveHub(open: (handlers: LiveHandlers) => LiveConnection, now: () => number = Date.now): LiveHub {
  const states = new Listeners<void>();
  const changes = new Listeners<LiveChange>();
  const results = new Listeners<LiveResults>();
  const resyncs = new Listeners<void>();
  let state: LiveState = 'reconnecting';
  let offsetMs = 0;
  let connection: LiveConnection | undefined;

  const handlers: LiveHandlers = {
    onState(next) {
      if (next === state) return;
      state = next;
      states.emit();
    },
    onHello({ server_time }) {
      const serverMs = Date.parse(server_time);
      if (Number.isFinite(serverMs)) offsetMs = serverMs - now();
    },
    onChange: (change) => changes.emit(change),
    onResults: (batch) => results.emit(batch),
    onResync: () => resyncs.emit(),
  };

  return {
    state: () => state,
    serverOffsetMs: () => offsetMs,
    start() {
      connection ??= open(handlers);
    },
    pause: () => connection?.pause(),
    resume: () => connection?.resume(),
    onState: states.add,
    onChange: changes.add,
    onResults: results.add,
    onResync: resyncs.add,
  };
}
