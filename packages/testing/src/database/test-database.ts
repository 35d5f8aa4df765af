import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase, openPglite } from '@quarterdeck/database';

const MIGRATIONS = new URL('../../../database/migrations/', import.meta.url);

/** The engine that this run of the tests is about: `TEST_DATABASE=postgres` or PGlite. */
export const TEST_ENGINE = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';

/**
 * A migrated, otherwise empty database of its own. Close it after use.
 * PGlite starts from a snapshot that is made once per state of the migrations; PostgreSQL is a server of its own in a temporary folder.
 */
export async function createTestDatabase(): Promise<Database> {
  return TEST_ENGINE === 'postgres' ? createOnPostgres() : createOnPglite();
}

async function createOnPglite(): Promise<Database> {
  return openPglite({ snapshot: await migratedSnapshot() });
}

async function createOnPostgres(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-test-'));
  const db = await openDatabase({ dataDir: folder, engine: 'embedded' });
  const closeDatabase = db.close.bind(db);
  await migrate(db);
  return Object.assign(db, {
    close: async () => {
      await closeDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  });
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
