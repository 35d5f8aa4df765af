import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 20_000;

/** `quarterdeck start` as a process of its own. */
export class ServerProcess {
  readonly #child: ChildProcess;
  #output = '';

  /** @param args flags of `quarterdeck start` besides the port */
  constructor(args: readonly string[]) {
    const main = ['--disable-warning=ExperimentalWarning', 'apps/cli/src/main.ts', 'start'];
    this.#child = spawn(
      process.execPath,
      [...main, '--port', '0', '--no-examples', '--auth', 'none', '--log-level', 'silent', ...args],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk}`.slice(-4_000);
        this.#child.emit('output');
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The address, once the server answers. @throws when it ends or takes too long */
  ready(): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the server ${why}:\n${this.#output}`));
      const timer = setTimeout(() => fail('did not start in time'), START_WITHIN_MS);
      const look = () => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#output) ?? [];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      };
      this.#child.on('output', look);
      this.#child.once('exit', (code, signal) => {
        clearTimeout(timer);
        fail(`ended with ${code ?? signal}`);
      });
      look();
    });
  }

  /** kill -9. Settles when the process is gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** An orderly stop, and less politely when that takes too long. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await this.#end('SIGTERM');
    clearTimeout(timer);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.kill(signal);
    await gone;
  }
}
