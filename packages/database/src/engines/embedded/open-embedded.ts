import { access, chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMark, updateMark } from '../../data-folder.ts';
import type { Database, DatabaseFolder } from '../../database.ts';
import { openPool } from '../open-pool.ts';
import { type Account, canReach, giveTo, newReachableFolder, SYSTEM_FOLDER, unprivilegedAccount } from './account.ts';
import { binariesIn, copyNativeFolder } from './binaries.ts';
import { initCluster } from './init-cluster.ts';
import { connectionConfig, fitsSocket, probeUrl } from './server-place.ts';
import { ServerProcess } from './server-process.ts';

/** Sessions beyond the pool's: notifications, cancelling, a person looking. */
const SPARE_CONNECTIONS = 15;

/**
 * Starts the native PostgreSQL of this installation on the folder and opens a pool on it.
 * @throws {QuarterdeckError} ENGINE_START_FAILED
 */
export async function openEmbedded(options: {
  folder: DatabaseFolder;
  native: string;
  poolSize: number;
  answerWithinMs?: number;
  onClosed: () => Promise<void>;
}): Promise<Database> {
  const { folder, native, poolSize } = options;
  const account = await unprivilegedAccount();
  const home = await homeOfCluster(folder.path, account);
  const socket = await openSocketFolder(home, account);
  const place = {
    binaries: binariesIn(await readableBinaries(native, account)),
    cluster: join(home, 'postgres'),
    socketDir: socket.path,
    logFile: join(folder.path, 'postgres.log'),
    account,
    maxConnections: poolSize + SPARE_CONNECTIONS,
  };
  if (!(await exists(place.cluster))) await initCluster(place);
  if (account !== undefined) await giveTo(account, place.cluster);
  const server = await ServerProcess.start(place);
  return openPool({
    engine: 'embedded',
    config: connectionConfig(place),
    poolSize,
    ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
    folder,
    probeUrl: probeUrl(place),
    stopEngine: async () => {
      await server.stop();
      await socket.remove();
      await options.onClosed();
    },
  });
}

/** The data folder, or where the unprivileged account cannot get into it a folder of the system, remembered in engine.json. */
async function homeOfCluster(dataDir: string, account: Account | undefined): Promise<string> {
  const placed = (await readMark(dataDir))?.cluster;
  if (placed !== undefined) return placed;
  if (account === undefined) return dataDir;
  // The folder itself is ours to open for passing through; what is above it is not.
  await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
  if (await canReach(join(dataDir, 'postgres'), account)) return dataDir;
  const home = await newReachableFolder();
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  await updateMark(dataDir, { cluster: home });
  return home;
}

/** A folder that only the account can enter; in the system's temporary folder where the path would be too long for a socket. */
async function openSocketFolder(home: string, account: Account | undefined): Promise<{ path: string; remove(): Promise<void> }> {
  const own = join(home, 'socket');
  const path = fitsSocket(own) ? own : await mkdtemp(join(tmpdir(), 'qd-'));
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account !== undefined) await giveTo(account, path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function readableBinaries(native: string, account: Account | undefined): Promise<string> {
  if (account === undefined || (await canReach(join(native, 'bin/postgres'), account))) return native;
  return copyNativeFolder(native, SYSTEM_FOLDER);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
