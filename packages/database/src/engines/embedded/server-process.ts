import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { QuarterdeckError } from '@quarterdeck/contract';
import pg from 'pg';
import { clearLeftPostmaster, readPostmasterFile } from './postmaster-file.ts';
import {
  connectionConfig,
  DATABASE_NAME,
  PROBE_USER,
  PROGRAM_ENVIRONMENT,
  type ServerPlace,
  serverSettings,
} from './server-place.ts';

const START_TIMEOUT_MS = 180_000;
const READY_POLL_MS = 10;
const RESTART_DELAY_MS = 500;
const FAST_STOP_MS = 20_000;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
/** Sessions of a killed PostgreSQL need a moment to notice. */
const STILL_BUSY = /pre-existing shared memory block|is still in use|Is another postmaster/;
const BUSY_ATTEMPTS = 20;

/** One PostgreSQL on a cluster, started again when it ends by itself. */
export class ServerProcess {
  readonly #place: ServerPlace;
  #child: ChildProcess | undefined;
  #guard: ChildProcess | undefined;
  #stopping = false;

  private constructor(place: ServerPlace) {
    this.#place = place;
  }

  /**
   * Starts PostgreSQL and waits until it takes sessions. One that a killed process left running is stopped first.
   * @throws {QuarterdeckError} ENGINE_START_FAILED
   */
  static async start(place: ServerPlace): Promise<ServerProcess> {
    await clearLeftPostmaster(place.cluster);
    const server = new ServerProcess(place);
    await server.#run();
    await createDatabase(place);
    return server;
  }

  /** Asks for a fast stop, which ends sessions and writes everything; less politely when that takes too long. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#guard?.kill('SIGKILL');
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
    await gone;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#startOnce();
      if (failure === undefined) return;
      if (attempt < BUSY_ATTEMPTS && STILL_BUSY.test(failure)) {
        await delay(RESTART_DELAY_MS);
        continue;
      }
      throw new QuarterdeckError('ENGINE_START_FAILED', `PostgreSQL did not start: ${failure}`, {
        hint: `See ${this.#place.logFile}, or set DATABASE_URL to a PostgreSQL of yours.`,
      });
    }
  }

  /** Undefined when PostgreSQL is ready, otherwise the end of what it logged. */
  async #startOnce(): Promise<string | undefined> {
    const { cluster, logFile } = this.#place;
    const child = this.#spawn();
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const file = readPostmasterFile(cluster);
      if (file?.ready === true && file.pid === child.pid) {
        this.#child = child;
        this.#guard = this.#spawnGuard(child.pid);
        child.once('exit', () => this.#ended());
        return undefined;
      }
      if (performance.now() > deadline) {
        child.kill('SIGQUIT');
        return `it was not ready after ${START_TIMEOUT_MS / 1000} s`;
      }
      await delay(READY_POLL_MS);
    }
    return endOfLog(logFile);
  }

  #spawn(): ChildProcess {
    const place = this.#place;
    const log = openSync(place.logFile, 'a', 0o600);
    try {
      if (statSync(place.logFile).size > LARGEST_LOG_BYTES) truncateSync(place.logFile);
      const child = spawn(place.binaries.postgres, ['-D', place.cluster, ...serverSettings(place)], {
        ...place.account,
        cwd: place.cluster,
        env: PROGRAM_ENVIRONMENT,
        stdio: ['ignore', log, log],
        // Its own group: Ctrl-C in the terminal reaches this process only, which then stops the server in order.
        detached: true,
      });
      child.on('error', () => {});
      child.unref();
      return child;
    } finally {
      closeSync(log);
    }
  }

  /** A shell waiting on a pipe from this process: when this process is killed, the pipe breaks and the shell stops PostgreSQL. */
  #spawnGuard(pid: number): ChildProcess {
    const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
      ...this.#place.account,
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    guard.on('error', () => {});
    guard.stdin?.on('error', () => {});
    guard.unref();
    return guard;
  }

  #ended(): void {
    this.#guard?.kill('SIGKILL');
    if (!this.#stopping) setTimeout(() => this.#startAgain(), RESTART_DELAY_MS).unref();
  }

  #startAgain(): void {
    if (this.#stopping) return;
    // Statements report the missing server meanwhile; the log has its own words.
    clearLeftPostmaster(this.#place.cluster)
      .then(() => this.#run())
      .catch(() => this.#ended());
  }
}

/** Makes sure that our database and the account of its checks exist in a new cluster. */
async function createDatabase(place: ServerPlace): Promise<void> {
  const client = new pg.Client(connectionConfig(place, 'postgres'));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
    const probe = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [PROBE_USER]);
    if (probe.rowCount === 0) await client.query(`CREATE ROLE ${PROBE_USER} LOGIN CONNECTION LIMIT 5 IN ROLE pg_read_all_stats`);
  } finally {
    await client.end();
  }
}

function endOfLog(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-3).join('\n') || 'no message';
  } catch {
    return 'no message';
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
