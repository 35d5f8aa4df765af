import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from './listeners.ts';

/** The account that the servers run as when the tests run as root. */
const UNPRIVILEGED_ID = 65_534;
const STARTUP_MS = 30_000;

export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

/** The first program that is missing, as a reason to skip; undefined when all are there. */
export function missingProgram(...paths: string[]): string | undefined {
  const missing = paths.find((path) => !existsSync(path));
  return missing === undefined ? undefined : `${missing} is not installed`;
}

export interface TestServer {
  port: number;
  folder: string;
  stop(): Promise<void>;
}

/** A temp folder that belongs to the account of the servers. */
export function createFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `quarterdeck-${name}-`));
  if (process.getuid?.() === 0) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  return folder;
}

/** The account to start a server as; our own when we are not root. */
export function identity(): { uid: number; gid: number } | Record<string, never> {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts a server that stays in the foreground and waits until it accepts connections on `port` of 127.0.0.1. */
export async function start(
  command: string,
  args: string[],
  folder: string,
  port: number,
  account: ReturnType<typeof identity> = identity(),
): Promise<TestServer> {
  const child: ChildProcess = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...account });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = performance.now() + STARTUP_MS;
  while (!(await canConnect(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${command} did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    folder,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL with the superuser `admin` (password `admin123`). */
export async function startPostgres(): Promise<TestServer> {
  const folder = createFolder('postgres');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'admin123');
  const data = join(folder, 'data');
  execFileSync(
    join(POSTGRES_BIN, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-N', '--locale=C', '-E', 'UTF8'],
    { cwd: folder, stdio: 'ignore', ...identity() },
  );
  const port = await closedPort();
  return await start(
    join(POSTGRES_BIN, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'],
    folder,
    port,
  );
}

/** MariaDB with the account `monitor` (password `s3cret!word`) and the database `shop`. */
export async function startMariadb(): Promise<TestServer> {
  const folder = createFolder('mariadb');
  const data = join(folder, 'data');
  execFileSync(
    '/usr/bin/mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'],
    { cwd: folder, stdio: 'ignore', ...identity() },
  );
  const initFile = join(folder, 'init.sql');
  writeFileSync(
    initFile,
    "CREATE DATABASE shop;\nCREATE USER 'monitor'@'%' IDENTIFIED BY 's3cret!word';\nGRANT ALL ON shop.* TO 'monitor'@'%';\n",
  );
  const port = await closedPort();
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 's.sock')}`,
    `--init-file=${initFile}`,
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=16M',
  ];
  return await start('/usr/sbin/mariadbd', args, folder, port);
}

/** Redis that asks for the password `opensesame`. */
export async function startRedis(): Promise<TestServer> {
  const folder = createFolder('redis');
  const port = await closedPort();
  return await start(
    '/usr/bin/redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--requirepass', 'opensesame', '--dir', folder],
    folder,
    port,
  );
}

/** dnsmasq that answers for `fleet.test` from the given options. */
export async function startDnsmasq(options: string[]): Promise<TestServer> {
  const folder = createFolder('dnsmasq');
  const port = await closedPort();
  const args = [
    '--keep-in-foreground',
    `--port=${port}`,
    '--listen-address=127.0.0.1',
    '--bind-interfaces',
    '--no-resolv',
    '--no-hosts',
    '--conf-file=/dev/null',
    '--pid-file=',
    '--user=nobody',
    ...options,
  ];
  return await start('/usr/sbin/dnsmasq', args, folder, port);
}
