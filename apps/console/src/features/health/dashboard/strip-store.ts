import { packResult, RESULT_STATES, STRIP_LENGTH, STRIPS_MAX_IDS } from '@quarterdeck/contract/health';
import type { LiveResults } from '@quarterdeck/contract/platform';

/** The last results of checks, oldest first, packed as `packResult` does. */
export type Strip = readonly number[];

export interface StripStoreOptions {
  fetch(ids: readonly string[]): Promise<Readonly<Record<string, Strip>>>;
  /** Clock of the server in milliseconds. */
  serverNow(): number;
  setTimeout(work: () => void, delayMs: number): void;
}

/** Ids that rows ask for are gathered this long into one request: a screen of rows appears within a frame or two. */
const GATHER_MS = 40;

interface Entry {
  strip: Strip | undefined;
  /** When it was read, by the clock of the server. */
  readMs: number;
  lastRuntimeMs: number | undefined;
  isAsked: boolean;
  listeners: Set<() => void>;
}

function appended(entry: Entry, packed: number, timeMs: number): Strip | undefined {
  const { strip } = entry;
  if (strip === undefined) return undefined;
  // A result that the strip was read with comes once more over the stream.
  if (timeMs <= entry.readMs && strip.at(-1) === packed) return strip;
  return [...strip.slice(-(STRIP_LENGTH - 1)), packed];
}

/** Holds the strips of the rows that are or were in view: reads them in batches and appends live results. */
export class StripStore {
  readonly #options: StripStoreOptions;
  readonly #entries = new Map<string, Entry>();
  #wanted = new Set<string>();
  #isGathering = false;

  constructor(options: StripStoreOptions) {
    this.#options = options;
  }

  readonly get = (id: string): Strip | undefined => this.#entries.get(id)?.strip;

  /** When the check last ran, as far as the live stream told, in milliseconds. */
  readonly lastRuntimeMs = (id: string): number | undefined => this.#entries.get(id)?.lastRuntimeMs;

  /** Hears about the strip of a check while its row is in view, and reads it when it is not known. */
  readonly subscribe = (id: string, listener: () => void): (() => void) => {
    const entry = this.#entry(id);
    entry.listeners.add(listener);
    if (!entry.isAsked) this.#want(id, entry);
    return () => entry.listeners.delete(listener);
  };

  readonly addResults = (results: LiveResults): void => {
    for (const [id, state, durationMs, timeMs] of results) {
      const entry = this.#entry(id);
      const packed = packResult(durationMs, RESULT_STATES[state] ?? 'unhealthy');
      entry.strip = appended(entry, packed, timeMs);
      entry.lastRuntimeMs = Math.max(entry.lastRuntimeMs ?? 0, timeMs);
      for (const listener of entry.listeners) listener();
    }
  };

  /** Reads every strip again: at once where a row is in view, otherwise when one comes. */
  readonly invalidate = (): void => {
    for (const [id, entry] of this.#entries) {
      entry.isAsked = false;
      if (entry.listeners.size > 0) this.#want(id, entry);
    }
  };

  #entry(id: string): Entry {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = { strip: undefined, readMs: 0, lastRuntimeMs: undefined, isAsked: false, listeners: new Set() };
    this.#entries.set(id, entry);
    return entry;
  }

  #want(id: string, entry: Entry): void {
    entry.isAsked = true;
    this.#wanted.add(id);
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#options.setTimeout(() => {
      this.#isGathering = false;
      this.#read();
    }, GATHER_MS);
  }

  #read(): void {
    // Rows that were only passed by while scrolling are not worth a request.
    const ids = [...this.#wanted].filter((id) => {
      const entry = this.#entry(id);
      if (entry.listeners.size === 0) entry.isAsked = false;
      return entry.isAsked;
    });
    this.#wanted = new Set();
    for (let from = 0; from < ids.length; from += STRIPS_MAX_IDS) void this.#readBatch(ids.slice(from, from + STRIPS_MAX_IDS));
  }

  async #readBatch(ids: readonly string[]): Promise<void> {
    let strips: Readonly<Record<string, Strip>> = {};
    try {
      strips = await this.#options.fetch(ids);
    } catch {
      // The rows stay without a strip and ask again when they are next shown.
      for (const id of ids) this.#entry(id).isAsked = false;
      return;
    }
    const readMs = this.#options.serverNow();
    for (const id of ids) {
      const entry = this.#entry(id);
      entry.strip = strips[id] ?? [];
      entry.readMs = readMs;
      for (const listener of entry.listeners) listener();
    }
  }
}
