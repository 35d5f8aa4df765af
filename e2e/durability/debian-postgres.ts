import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { killPostgres, postmasterOf } from './processes.ts';

const INSTALLED = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const START_WITHIN_MS = 120_000;

function newestFolder(): string {
  const [newest] = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error('PostgreSQL of Debian is not installed');
  return join(INSTALLED, newest, 'bin');
}

/** A PostgreSQL of the system on a folder of its own, with checksums, on a port of loopback and a socket. */
export class DebianPostgres {
  readonly cluster: string;
  readonly #folder: string;
  readonly #bin = newestFolder();
  readonly #account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.cluster = join(folder, 'cluster');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
    this.#run('initdb', ['-D', this.cluster, '-U', 'quarterdeck', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-k', '-N']);
  }

  get url(): string {
    return this.urlAt(this.#port);
  }

  /** Its address behind a port of somebody in between. */
  urlAt(port: number): string {
    return `postgres://quarterdeck@127.0.0.1:${port}/postgres`;
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(join(this.#bin, program), [...args], {
      ...this.#account,
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  async start(): Promise<void> {
    // Left behind by a kill, together with a process number that may belong to somebody else by now.
    if (postmasterOf(this.cluster) === undefined) rmSync(join(this.cluster, 'postmaster.pid'), { force: true });
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: this.#folder,
      max_connections: 60,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const until = performance.now() + START_WITHIN_MS;
    while (!(await this.#answers())) {
      // It refuses to start as long as a session of a killed one has not noticed yet.
      if (!this.#isRunning) this.#spawn(args);
      if (performance.now() > until) throw new Error('PostgreSQL did not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #spawn(args: readonly string[]): void {
    this.#child = spawn(join(this.#bin, 'postgres'), ['-D', this.cluster, ...args], {
      ...this.#account,
      cwd: this.#folder,
      stdio: 'ignore',
    });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async kill(): Promise<void> {
    const gone = this.#gone();
    killPostgres(this.cluster);
    await gone;
  }

  async stop(): Promise<void> {
    const gone = this.#gone();
    this.#child?.kill('SIGINT');
    await gone;
  }

  #gone(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /** Checks the checksum of every page of every file; PostgreSQL must have been stopped in order. @returns what is wrong */
  checkFiles(): string[] {
    try {
      this.#run('pg_checksums', ['--check', '-D', this.cluster]);
      return [];
    } catch (error) {
      return [`pg_checksums: ${error instanceof Error ? error.message : String(error)}`];
    }
  }
}
