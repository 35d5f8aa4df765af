import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DebianPostgres } from './debian-postgres.ts';
import { killPostgres } from './processes.ts';

export const ENGINES = ['embedded', 'postgres', 'pglite'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The database that a server under test works on. */
export interface Target {
  readonly name: EngineName;
  /** Flags of `quarterdeck start`. */
  readonly args: readonly string[];
  /** For checks past the server; absent on PGlite. */
  readonly databaseUrl?: string;
  /** Kills the database with all its sessions. It starts again by itself, or with `revive`. */
  killDatabase?(): Promise<void>;
  /** Makes sure that the database runs, where that is not the server's business. */
  revive(): Promise<void>;
  /** Stops what it started. @returns what is wrong with the files */
  close(): Promise<string[]>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function openEmbedded(folder: string): Target {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  return {
    name: 'embedded',
    args: ['--data-dir', dataDir, '--engine', 'embedded'],
    databaseUrl: `postgres://quarterdeck@/quarterdeck?host=${encodeURIComponent(join(dataDir, 'socket'))}`,
    killDatabase: async () => killPostgres(join(dataDir, 'postgres')),
    revive: async () => {},
    close: async () => [],
  };
}

async function openPostgres(folder: string): Promise<Target> {
  const server = new DebianPostgres(join(folder, 'postgres'), await freePort());
  await server.start();
  let runs = true;
  return {
    name: 'postgres',
    args: ['--database-url', server.url, '--data-dir', join(folder, 'unused')],
    databaseUrl: server.url,
    killDatabase: async () => {
      runs = false;
      await server.kill();
    },
    revive: async () => {
      if (!runs) await server.start();
      runs = true;
    },
    close: async () => {
      if (!runs) await server.start();
      await server.stop();
      return server.checkFiles();
    },
  };
}

export async function openTarget(name: EngineName, folder: string): Promise<Target> {
  if (name === 'embedded') return openEmbedded(folder);
  if (name === 'postgres') return openPostgres(folder);
  return {
    name: 'pglite',
    args: ['--data-dir', join(folder, 'pglite'), '--engine', 'pglite'],
    revive: async () => {},
    close: async () => [],
  };
}
