import type pg from 'pg';
import { databaseFailure } from './database-failure.ts';

/** The connection that notifications arrive on. */
export interface NotificationSource {
  /** A connected client of its own, or the one that everything shares. */
  connect(): Promise<pg.ClientBase>;
  /** Gives a client of its own back; nothing for a shared one. */
  release(client: pg.ClientBase): Promise<void>;
}

const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 10_000;

/** Keeps LISTEN alive on one connection and connects again when it is lost. */
export class NotificationListener {
  readonly #source: NotificationSource;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  #client: Promise<pg.ClientBase> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = RETRY_FIRST_MS;
  #closed = false;

  constructor(source: NotificationSource) {
    this.#source = source;
  }

  async listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
    const client = await this.#connected();
    await client.query(`LISTEN ${quoteIdentifier(channel)}`);
    return async () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.#closed) return;
      this.#handlers.delete(channel);
      await (await this.#connected()).query(`UNLISTEN ${quoteIdentifier(channel)}`);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    if (client !== undefined) await this.#source.release(client);
  }

  #connected(): Promise<pg.ClientBase> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw databaseFailure(error);
    });
    return this.#client;
  }

  async #connect(): Promise<pg.ClientBase> {
    const client = await this.#source.connect();
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    client.on('error', () => this.#reconnectLater());
    client.on('end', () => this.#reconnectLater());
    this.#retryMs = RETRY_FIRST_MS;
    return client;
  }

  #reconnectLater(): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#client = undefined;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#listenAgain().catch(() => this.#reconnectLater());
    }, this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(RETRY_MOST_MS, this.#retryMs * 2);
  }

  async #listenAgain(): Promise<void> {
    const client = await this.#connected();
    try {
      for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${quoteIdentifier(channel)}`);
    } catch (error) {
      await this.#source.release(client).catch(() => {});
      throw error;
    }
    // Whatever was announced meanwhile was missed: every handler looks for itself.
    for (const handlers of this.#handlers.values()) for (const handler of handlers) handler('');
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
