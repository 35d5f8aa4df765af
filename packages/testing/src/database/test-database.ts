import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase, openPglite } from '@quarterdeck/database';
import { addressOf, SERVER_VARIABLE, TEMPLATE_DATABASE, TEST_ENGINE } from './postgres-server.ts';

const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);

/**
 * A migrated, otherwise empty database of its own. Close it after use.
 * PGlite starts from a snapshot that is made once per state of the migrations; on PostgreSQL it is a copy of the run's template.
 */
export async function createTestDatabase(): Promise<Database> {
  return TEST_ENGINE === 'postgres' ? createOnPostgres() : createOnPglite();
}

/** Address under which another process reaches a test database. @throws {Error} on PGlite, which nobody else reaches */
export async function addressOfTestDatabase(db: Database): Promise<string> {
  const socketDir = process.env[SERVER_VARIABLE];
  if (socketDir === undefined || db.engine !== 'postgres') throw new Error('this database has no address');
  const { rows } = await db.query<{ name: string }>('SELECT current_database() AS name');
  return addressOf(socketDir, rows[0]?.name ?? '');
}

async function createOnPglite(): Promise<Database> {
  return openPglite({ snapshot: await migratedSnapshot() });
}

async function createOnPostgres(): Promise<Database> {
  const socketDir = process.env[SERVER_VARIABLE];
  if (socketDir === undefined) throw new Error('the PostgreSQL of the test run was not started: see vitest.config.ts');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(socketDir, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const db = await openDatabase({ url: addressOf(socketDir, name) });
  const closeDatabase = db.close.bind(db);
  return Object.assign(db, {
    close: async () => {
      await closeDatabase();
      await administer(socketDir, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  });
}

async function administer(socketDir: string, statement: string): Promise<void> {
  const server = await openDatabase({ url: addressOf(socketDir, 'quarterdeck'), poolSize: 1 });
  try {
    await server.query(statement);
  } finally {
    await server.close();
  }
}

async function migratedSnapshot(): Promise<Uint8Array> {
  const folder = join(tmpdir(), 'quarterdeck-test-snapshots');
  const file = join(folder, `${migrationsHash()}.tar`);
  const found = await readFile(file).catch(() => undefined);
  if (found !== undefined) return found;
  const db = await openPglite({});
  await migrate(db);
  const snapshot = await db.snapshot();
  await db.close();
  await mkdir(folder, { recursive: true });
  // Test files run at the same time: the rename makes the file appear whole.
  await writeFile(`${file}.${process.pid}`, snapshot);
  await rename(`${file}.${process.pid}`, file);
  return snapshot;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(name).update(readFileSync(new URL(name, MIGRATIONS)));
  return hash.digest('hex').slice(0, 24);
}
