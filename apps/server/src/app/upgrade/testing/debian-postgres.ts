import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const INSTALLED = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const STARTUP_MS = 30_000;

function findPrograms(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(INSTALLED, version, 'bin')).find((bin) => existsSync(join(bin, 'postgres')));
}

export const HAS_DEBIAN_POSTGRES = findPrograms() !== undefined;

/** The PostgreSQL of the system on a folder of its own, reached by a socket in that folder. */
export async function startDebianPostgres(): Promise<{ url(database: string): string; stop(): Promise<void> }> {
  const bin = findPrograms();
  if (bin === undefined) throw new Error('PostgreSQL of Debian is not installed');
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'qd-debian-'));
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'quarterdeck', '-A', 'trust', '-N', '--locale=C.UTF-8', '-E', 'UTF8'], {
    cwd: folder,
    stdio: 'ignore',
    ...account,
  });
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-c', 'listen_addresses=', '-k', folder, '-F'], {
    cwd: folder,
    stdio: 'ignore',
    ...account,
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGQUIT');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + STARTUP_MS;
  while (!isReady(bin, folder)) {
    if (performance.now() > until) {
      await stop();
      throw new Error('PostgreSQL of Debian did not start');
    }
    await sleep(50);
  }
  return { url: (database) => `postgres://quarterdeck@/${database}?host=${encodeURIComponent(folder)}`, stop };
}

function isReady(bin: string, folder: string): boolean {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-h', folder, '-U', 'quarterdeck', '-d', 'postgres'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
