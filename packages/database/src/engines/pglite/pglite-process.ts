import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { PgliteReply, PgliteRequest, PgliteWorkerInput } from './pglite-worker.ts';

/** PGlite in its thread: one session, spoken to in the PostgreSQL wire protocol. */
export class PgliteProcess {
  readonly #worker: Worker;
  readonly #waiting: { resolve(reply: PgliteReply): void; reject(error: Error): void }[] = [];
  #dead: Error | undefined;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: PgliteReply) => this.#settle(reply));
    worker.on('error', (error: Error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('the PGlite thread ended')));
  }

  /** @throws {QuarterdeckError} ENGINE_START_FAILED */
  static async start(input: PgliteWorkerInput): Promise<PgliteProcess> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: input });
    const started = new PgliteProcess(worker);
    try {
      await started.#next();
    } catch (cause) {
      await worker.terminate();
      throw new QuarterdeckError(
        'ENGINE_START_FAILED',
        `PGlite did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause,
        },
      );
    }
    return started;
  }

  /** A connection for `pg`; all connections share the one session. */
  openStream(): Duplex {
    return new PgliteStream((chunk) => this.exchange(chunk));
  }

  /** Sends one chunk of the protocol and answers what PGlite has to say to it. */
  async exchange(chunk: Uint8Array): Promise<Uint8Array> {
    const reply = await this.#request({ kind: 'protocol', chunk });
    return reply.kind === 'protocol' ? reply.chunk : new Uint8Array();
  }

  /** The whole data folder as a tar archive, to start another one from. */
  async snapshot(): Promise<Uint8Array> {
    const reply = await this.#request({ kind: 'snapshot' });
    return reply.kind === 'snapshot' ? reply.archive : new Uint8Array();
  }

  async stop(): Promise<void> {
    if (this.#dead === undefined) await this.#request({ kind: 'close' });
    await this.#worker.terminate();
  }

  #request(request: PgliteRequest): Promise<PgliteReply> {
    if (this.#dead !== undefined) return Promise.reject(this.#dead);
    const reply = this.#next();
    this.#worker.postMessage(request);
    return reply;
  }

  #next(): Promise<PgliteReply> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #settle(reply: PgliteReply): void {
    const first = this.#waiting.shift();
    if (reply.kind === 'failed') first?.reject(new Error(reply.message));
    else first?.resolve(reply);
  }

  #fail(error: Error): void {
    this.#dead ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#dead);
  }
}

/** The socket that `pg` believes to write to. */
class PgliteStream extends Duplex {
  readonly #exchange: (chunk: Uint8Array) => Promise<Uint8Array>;

  constructor(exchange: (chunk: Uint8Array) => Promise<Uint8Array>) {
    super();
    this.#exchange = exchange;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#exchange(new Uint8Array(chunk)).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer));
        done();
      },
      (error: Error) => done(error),
    );
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}
