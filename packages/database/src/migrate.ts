import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database, Queryable } from './database.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number, the same in every instance: they migrate one after another. */
const LOCK_KEY = 7_316_001;

/** A migration takes as long as it takes, and others wait for it. */
const UNLIMITED = { answerWithinMs: Number.POSITIVE_INFINITY };

interface Migration {
  path: string;
  sql: string;
  hash: string;
}

/**
 * Brings the schema to the newest state. Several instances may start together: one migrates, the others wait.
 * @param options.upTo number such as "0004" of the last migration to apply, for a database in the state of an older version
 * @throws {QuarterdeckError} SCHEMA_TOO_NEW when the database knows migrations that this version does not; MIGRATION_FAILED
 */
export async function migrate(db: Database, { upTo = '9999' }: { upTo?: string } = {}): Promise<{ applied: string[] }> {
  const known = (await readMigrations()).filter(({ path }) => numberOf(path) <= upTo);
  const applied: string[] = [];
  let found = 0;
  do {
    found = await db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
      await tx.query(
        'CREATE TABLE IF NOT EXISTS migration_logs (path text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      const next = nextMigration(known, await readApplied(tx));
      if (next === undefined) return 0;
      await apply(tx, next);
      applied.push(next.path);
      return 1;
    }, UNLIMITED);
  } while (found > 0);
  const newest = known.at(-1);
  if (newest !== undefined) await db.folder?.recordSchema(numberOf(newest.path));
  return { applied };
}

/** Names of the migrations that this version has and the database lacks. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const known = await readMigrations();
  const { rows } = await db.query<{ found: string | null }>(`SELECT to_regclass('migration_logs')::text AS found`);
  const applied = rows[0]?.found == null ? new Map<string, string>() : await readApplied(db);
  return known.map(({ path }) => path).filter((path) => !applied.has(path));
}

/** Number of the newest migration of this version, such as "0004". */
export async function newestSchema(): Promise<string> {
  const newest = (await readMigrations()).at(-1);
  return newest === undefined ? '0000' : numberOf(newest.path);
}

/** @throws {QuarterdeckError} SCHEMA_TOO_NEW when a folder was last used with a migration that this version does not have */
export async function refuseNewerSchema(schema: string | undefined): Promise<void> {
  if (schema !== undefined && schema > (await newestSchema())) throw schemaTooNew(schema);
}

function numberOf(path: string): string {
  return path.slice(0, 4);
}

function schemaTooNew(found: string): QuarterdeckError {
  return new QuarterdeckError('SCHEMA_TOO_NEW', `the database was written by a newer version (it has the migration ${found})`, {
    hint: 'Start that version again, or choose another data folder with --data-dir.',
  });
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => NAME.test(name)).sort();
  return Promise.all(
    names.map(async (path) => {
      const sql = await readFile(new URL(path, FOLDER), 'utf8');
      return { path, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ path: string; hash: string }>('SELECT path, hash FROM migration_logs');
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

function nextMigration(known: readonly Migration[], applied: ReadonlyMap<string, string>): Migration | undefined {
  const names = new Set(known.map(({ path }) => path));
  const unknown = [...applied.keys()].filter((path) => !names.has(path)).sort();
  const newer = unknown.at(-1);
  if (newer !== undefined) throw schemaTooNew(newer);
  const changed = known.find(({ path, hash }) => applied.has(path) && applied.get(path) !== hash);
  if (changed !== undefined) {
    throw new QuarterdeckError('MIGRATION_FAILED', `the migration ${changed.path} differs from the one that made this database`, {
      hint: 'Choose another data folder with --data-dir, or start the version that made this one.',
    });
  }
  return known.find(({ path }) => !applied.has(path));
}

async function apply(tx: Queryable, migration: Migration): Promise<void> {
  try {
    await tx.query(migration.sql);
  } catch (cause) {
    throw new QuarterdeckError(
      'MIGRATION_FAILED',
      `the migration ${migration.path} failed: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
      },
    );
  }
  await tx.query('INSERT INTO migration_logs (path, hash) VALUES ($1, $2)', [migration.path, migration.hash]);
}
