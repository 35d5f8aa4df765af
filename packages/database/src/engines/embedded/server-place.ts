import type pg from 'pg';
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
  maxConnections: number;
}

export const DATABASE_USER = 'quarterdeck';
export const DATABASE_NAME = 'quarterdeck';
const SOCKET_PORT = 5432;

/** Nothing of the server's own environment, where secrets may be. */
export const PROGRAM_ENVIRONMENT: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Longest path of a socket that every supported system takes: the limit is 103 bytes on macOS, 107 on Linux. */
const LONGEST_SOCKET_PATH = 103;

/** Whether PostgreSQL's socket in this folder has a path that the system takes. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.${SOCKET_PORT}`) <= LONGEST_SOCKET_PATH;
}

export function connectionConfig(place: Pick<ServerPlace, 'socketDir'>, database = DATABASE_NAME): pg.ClientConfig {
  return { host: place.socketDir, port: SOCKET_PORT, user: DATABASE_USER, database };
}

/** Account that checks of this database use: it sees the server's figures, and no rows. */
export const PROBE_USER = 'quarterdeck_probe';

export function probeUrl(place: Pick<ServerPlace, 'socketDir'>): string {
  const host = encodeURIComponent(place.socketDir);
  return `postgres://${PROBE_USER}@/${DATABASE_NAME}?host=${host}&port=${SOCKET_PORT}`;
}

/** Settings for one machine: small memory, crash safe, quick start. */
export function serverSettings(place: Pick<ServerPlace, 'socketDir' | 'maxConnections'>): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    port: SOCKET_PORT,
    max_connections: place.maxConnections,
    shared_buffers: '128MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    min_wal_size: '80MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    autovacuum_naptime: '20s',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    timezone: 'UTC',
    lc_messages: 'C',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
