import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { QuarterdeckError } from '@quarterdeck/contract';
import { DATABASE_USER, PROGRAM_ENVIRONMENT, type ServerPlace } from './server-place.ts';

/** A new cluster holds nothing that a crash of the machine in its first seconds could lose; from then on PostgreSQL syncs. */
const OPTIONS = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums', '--no-sync', '--no-instructions'];

/**
 * Creates the cluster; only who reaches its socket, in a closed folder, can connect.
 * Only a finished cluster gets its name: an interrupted start leaves none behind.
 * @throws {QuarterdeckError} ENGINE_START_FAILED
 */
export async function initCluster({ cluster, binaries, account }: ServerPlace): Promise<void> {
  const draft = `${cluster}.${randomUUID()}`;
  try {
    await mkdir(draft, { mode: 0o700 });
    if (account !== undefined) await chown(draft, account.uid, account.gid);
    await promisify(execFile)(binaries.initdb, [`--pgdata=${draft}`, `--username=${DATABASE_USER}`, ...OPTIONS], {
      ...account,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
    });
    await rename(draft, cluster);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new QuarterdeckError('ENGINE_START_FAILED', `creating the database failed: ${reasonOf(cause)}`, {
      hint: 'Check the free space and the rights of the data folder, or set DATABASE_URL to a PostgreSQL of yours.',
      cause,
    });
  }
}

/** initdb names the reason on its last line that is not about cleaning up. */
function reasonOf(cause: unknown): string {
  const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
  const lines = output.split('\n').filter((line) => /error|fatal|could not/i.test(line));
  return lines.at(-1)?.trim() ?? (cause instanceof Error ? cause.message : String(cause));
}
