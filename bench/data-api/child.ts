import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own, that takes one message at a time and answers each with one. */
export class Child {
  readonly #process: ChildProcess;

  constructor(file: string, options: { profile?: string } = {}) {
    const execArgv = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), [], { execArgv });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** @throws when the process ends instead of answering */
  async ask<Answer>(message: object, read: (answer: unknown) => Answer): Promise<Answer> {
    const stop = new AbortController();
    const answered = once(this.#process, 'message', { signal: stop.signal });
    const ended = once(this.#process, 'exit', { signal: stop.signal }).then(() =>
      Promise.reject(new Error('a process of the bench ended early')),
    );
    for (const wait of [answered, ended]) wait.catch(() => undefined);
    this.#process.send(message);
    try {
      const [answer]: unknown[] = await Promise.race([answered, ended]);
      return read(answer);
    } finally {
      stop.abort();
    }
  }

  /** Lets the process end by itself, and kills it when it does not. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.disconnect();
    const late = setTimeout(() => this.#process.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(late);
  }
}
