import { access, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../database.ts';
import { openPool } from '../open-pool.ts';
import { canReach, giveTo, reachableFolderFor, unprivilegedAccount } from './account.ts';
import { binariesIn, copyNativeFolder, findNativeFolder } from './binaries.ts';
import { connectionConfig, initCluster, type ServerPlace, startServerProcess, stopServerProcess } from './server-process.ts';

/**
 * Starts the native PostgreSQL of this installation on the folder and opens a pool on it.
 * @throws {QuarterdeckError} ENGINE_START_FAILED
 */
export async function openEmbedded(options: {
  dataDir: string;
  native: string;
  poolSize: number;
  onClosed: () => Promise<void>;
}): Promise<Database> {
  const { place, cleanUp } = await prepare(options.dataDir, options.native);
  try {
    await access(join(place.cluster, 'PG_VERSION'));
  } catch {
    await initCluster(place);
  }
  const server = await startServerProcess(place);
  return openPool({
    engine: 'embedded',
    config: connectionConfig(place),
    poolSize: options.poolSize,
    stopEngine: async () => {
      await stopServerProcess(server);
      await cleanUp();
      await options.onClosed();
    },
  });
}

export { findNativeFolder };

async function prepare(dataDir: string, native: string): Promise<{ place: ServerPlace; cleanUp: () => Promise<void> }> {
  const account = await unprivilegedAccount();
  // Unix socket paths are limited to about 100 bytes, so the socket lives in a short folder of its own.
  const socketDir = await mkdtemp(join(tmpdir(), 'qd-'));
  const cleanUp = () => rm(socketDir, { recursive: true, force: true });
  const logFile = join(dataDir, 'postgres.log');
  if (account === undefined) {
    return { place: { binaries: binariesIn(native), cluster: join(dataDir, 'postgres'), socketDir, logFile, account }, cleanUp };
  }
  await giveTo(account, socketDir);
  const home = (await canReach(join(dataDir, 'postgres'), account)) ? dataDir : await reachableFolderFor(dataDir);
  const cluster = join(home, 'postgres');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  if (home !== dataDir) await chmod(home, 0o755);
  await giveTo(account, cluster);
  const reachable = (await canReach(join(native, 'bin/postgres'), account))
    ? native
    : await copyNativeFolder(native, '/var/lib/quarterdeck');
  return { place: { binaries: binariesIn(reachable), cluster, socketDir, logFile, account }, cleanUp };
}
