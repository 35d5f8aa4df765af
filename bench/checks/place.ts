import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '@quarterdeck/database';
import { DebianPostgres } from '../../e2e/durability/debian-postgres.ts';
import { postmasterOf } from '../../e2e/durability/processes.ts';
import { freePort } from '../../e2e/durability/targets.ts';
import { measureTree } from './process-tree.ts';

/** What servers and their database used so far, and hold now. */
export interface Usage {
  serverCpuMs: number;
  databaseCpuMs: number;
  serverBytes: number;
  databaseBytes: number;
}

/** Where servers under measurement have their data. */
export interface Place {
  open(): Promise<Database>;
  /** Flags of a server that works there. */
  argsOf(server: number): string[];
  measure(servers: readonly number[]): Usage;
  stop(): Promise<void>;
}

/** The built-in engine, a child of the one server. */
export function builtInPlace(folder: string): Place {
  const dataDir = join(folder, 'data');
  return {
    open: () => openDatabase({ dataDir, engine: 'embedded' }),
    argsOf: () => ['--data-dir', dataDir, '--engine', 'embedded'],
    measure(servers) {
      const [tree] = servers.map(measureTree);
      return {
        serverCpuMs: tree?.rootCpuMs ?? 0,
        databaseCpuMs: tree?.othersCpuMs ?? 0,
        serverBytes: tree?.rootBytes ?? 0,
        databaseBytes: tree?.othersBytes ?? 0,
      };
    },
    stop: async () => undefined,
  };
}

/** One PostgreSQL of the system that any number of servers share. */
export async function sharedPlace(folder: string): Promise<Place> {
  // The database runs under an ordinary user when this is started by root; it has to reach the folder.
  await chmod(folder, 0o755);
  const postgres = new DebianPostgres(join(folder, 'postgres'), await freePort());
  await postgres.start();
  return {
    open: () => openDatabase({ dataDir: join(folder, 'data'), url: postgres.url }),
    argsOf: (server) => [
      ...['--database-url', postgres.url, '--data-dir', join(folder, `worker-${server}`)],
      ...['--secret-key', 'a key that the servers share'],
    ],
    measure(servers) {
      const postmaster = postmasterOf(postgres.cluster);
      const database = postmaster === undefined ? [] : [measureTree(postmaster)];
      const trees = servers.map(measureTree);
      return {
        serverCpuMs: sum(trees, ({ rootCpuMs, othersCpuMs }) => rootCpuMs + othersCpuMs),
        databaseCpuMs: sum(database, ({ rootCpuMs, othersCpuMs }) => rootCpuMs + othersCpuMs),
        serverBytes: sum(trees, ({ rootBytes, othersBytes }) => rootBytes + othersBytes),
        databaseBytes: sum(database, ({ rootBytes, othersBytes }) => rootBytes + othersBytes),
      };
    },
    stop: () => postgres.stop(),
  };
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}
