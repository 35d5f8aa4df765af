import { createTestDatabase, TEST_ENGINE } from '@quarterdeck/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let db: Database;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

describe('migrating', () => {
  it('does nothing to a database that is up to date', async () => {
    expect(await migrate(db)).toEqual({ applied: [] });
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('refuses a database that has a migration from the future, and leaves it as it is', async () => {
    await db.query(`INSERT INTO migration_logs (path, hash) VALUES ('9999_add_future.sql', 'x')`);

    await expect(migrate(db)).rejects.toMatchObject({
      code: 'SCHEMA_TOO_NEW',
      message: expect.stringContaining('9999_add_future'),
    });
  });

  it('refuses a database whose migration had another content', async () => {
    await db.query(`UPDATE migration_logs SET hash = 'x' WHERE path LIKE '0001%'`);

    await expect(migrate(db)).rejects.toMatchObject({ code: 'MIGRATION_FAILED', message: expect.stringContaining('0001_') });
  });

  it.skipIf(TEST_ENGINE === 'pglite')('is done once when several instances start together', async () => {
    await db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

    const answers = await Promise.all([migrate(db), migrate(db), migrate(db)]);

    const { rows } = await db.query<{ path: string }>('SELECT path FROM migration_logs ORDER BY path');
    expect(answers.flatMap(({ applied }) => applied).sort()).toEqual(rows.map(({ path }) => path));
  });
});
