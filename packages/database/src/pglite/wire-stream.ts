import { Duplex } from 'node:stream';
import { cutBatch, WELCOME } from './wire-framing.ts';

/** Runs a batch of protocol messages and resolves with the answer's bytes. */
export type Execute = (batch: Buffer) => Promise<Uint8Array>;

/** The socket that the `pg` client believes to talk through; the other end is PGlite. */
export class WireStream extends Duplex {
  readonly #execute: Execute;
  #pending = Buffer.alloc(0);
  #welcomed = false;

  constructor(execute: Execute) {
    super();
    this.#execute = execute;
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
    this.#accept(chunk).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#accept(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #accept(bytes: Buffer): Promise<void> {
    if (!this.#welcomed) {
      this.#welcomed = true;
      this.push(WELCOME);
      return;
    }
    const { batch, rest, ended } = cutBatch(Buffer.concat([this.#pending, bytes]));
    this.#pending = Buffer.from(rest);
    if (batch.length > 0) this.push(Buffer.from(await this.#execute(batch)));
    if (ended) this.push(null);
  }
}
