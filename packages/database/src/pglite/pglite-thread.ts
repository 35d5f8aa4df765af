import { Worker } from 'node:worker_threads';
import { QuarterdeckError } from '@quarterdeck/contract';
import { type PgliteAnswer, type PgliteRequest, type PgliteStart, parsePgliteAnswer } from './worker-messages.ts';

type Waiting = { resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void };
type RequestBody = PgliteRequest extends infer R ? (R extends PgliteRequest ? Omit<R, 'id'> : never) : never;

/** PGlite in a thread of its own, so that a long statement does not hold up the server. */
export class PgliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed = false;

  private constructor(start: PgliteStart) {
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: start });
    this.#worker.on('message', (value: unknown) => this.#settle(parsePgliteAnswer(value)));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('Connection terminated: PGlite has ended')));
  }

  static async start(start: PgliteStart): Promise<PgliteThread> {
    const thread = new PgliteThread(start);
    try {
      await new Promise<unknown>((resolve, reject) => thread.#waiting.set(0, { resolve, reject }));
      return thread;
    } catch (cause) {
      await thread.#worker.terminate();
      throw new QuarterdeckError(
        'ENGINE_START_FAILED',
        `PGlite cannot start: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          hint: 'If the folder was copied or restored, restore it whole; otherwise start with a new one: --data-dir <folder>.',
          cause,
        },
      );
    }
  }

  /** Runs a batch of protocol messages. */
  execute(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return this.#request({ kind: 'execute', bytes });
  }

  /** The whole data folder as a tar archive. */
  dump(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#request({ kind: 'dump' });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#request({ kind: 'close' });
    this.#closed = true;
    await this.#worker.terminate();
  }

  #request(body: RequestBody): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#closed) return Promise.reject(new Error('Connection terminated: PGlite is closed'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...body, id });
    });
  }

  #settle(answer: PgliteAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.bytes);
  }

  #fail(error: Error): void {
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
