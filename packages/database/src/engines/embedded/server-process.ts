import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { QuarterdeckError } from '@quarterdeck/contract';
import pg from 'pg';
import type { Account } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';

export interface ServerPlace {
  binaries: PostgresBinaries;
  /** The cluster's folder. */
  cluster: string;
  /** Folder of the unix socket; short, because the system limits its length. */
  socketDir: string;
  /** Absolute path of the server's log. */
  logFile: string;
  account: Account | undefined;
}

/** Settings for one machine: small memory, crash safe, quick start. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '40',
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  autovacuum_naptime: '20s',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
  lc_messages: 'C',
};

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const DATABASE = 'quarterdeck';
const USER = 'quarterdeck';

export function connectionConfig(place: Pick<ServerPlace, 'socketDir'>, database = DATABASE): pg.ClientConfig {
  return { host: place.socketDir, port: 5432, user: USER, database };
}

/** Creates the cluster; only its own account can connect, through the socket in a closed folder. */
export async function initCluster(place: ServerPlace): Promise<void> {
  const output: string[] = [];
  const child = spawn(
    place.binaries.initdb,
    [
      '-D',
      place.cluster,
      '-U',
      USER,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...place.account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const code = await exitOf(child);
  if (code !== 0) {
    await rm(place.cluster, { recursive: true, force: true });
    throw new QuarterdeckError(
      'ENGINE_START_FAILED',
      `creating the database failed: ${lastLine(output.join('')) ?? `exit code ${code}`}`,
      {
        hint: 'Look at the message, or set DATABASE_URL to a PostgreSQL of yours.',
      },
    );
  }
}

/** Starts the server, waits until it answers and makes sure that the database exists. */
export async function startServerProcess(place: ServerPlace): Promise<ChildProcess> {
  await stopOrphan(place);
  await mkdir(place.socketDir, { recursive: true, mode: 0o700 });
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: place.socketDir }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(place.binaries.postgres, ['-D', place.cluster, ...settings], {
    ...place.account,
    cwd: '/',
    // Its own group: Ctrl-C in the terminal reaches this process first, which then stops the server in order.
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(place.logFile, { flags: 'a', mode: 0o600 });
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(log, { end: false });
    stream.on('data', (chunk: Buffer) => {
      tail.push(chunk.toString());
      if (tail.length > 20) tail.shift();
    });
  }
  await waitUntilAnswering(place, child, tail);
  return child;
}

/** Asks for a fast stop, which ends sessions and writes everything; kills when that takes too long. */
export async function stopServerProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = exitOf(child);
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

async function waitUntilAnswering(place: ServerPlace, child: ChildProcess, tail: readonly string[]): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await answers(place)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGQUIT');
  throw new QuarterdeckError('ENGINE_START_FAILED', `PostgreSQL did not start: ${lastLine(tail.join('')) ?? 'no message'}`, {
    hint: `See ${place.logFile}, or set DATABASE_URL to a PostgreSQL of yours.`,
  });
}

async function answers(place: ServerPlace): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(place, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A server that outlived its killed parent still holds the cluster: it is stopped, so that this process owns its life. */
async function stopOrphan(place: ServerPlace): Promise<void> {
  const file = join(place.cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (await isPostgres(pid, place.cluster)) {
    process.kill(pid, 'SIGINT');
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    while (performance.now() < deadline && (await isPostgres(pid, place.cluster))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (await isPostgres(pid, place.cluster)) process.kill(pid, 'SIGQUIT');
  } else {
    await rm(file, { force: true });
  }
}

async function isPostgres(pid: number, cluster: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command !== undefined) return command.includes('postgres') && command.includes(cluster);
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return (await stat(cluster)).isDirectory();
  } catch {
    return false;
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? -1));
  });
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1);
}
