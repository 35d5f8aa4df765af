import { QuarterdeckError } from '@quarterdeck/contract';
import type { DemoDatabase, Queries } from './model.ts';

/**
 * Runs work in a transaction without triggers and foreign keys. They cost more than the rows, the rows are right by construction, and
 * triggers would announce a month of history as if it happened now.
 */
export function quietly<T>(db: DemoDatabase, work: (tx: Queries) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query(`SET LOCAL synchronous_commit = off`);
    return work(tx);
  });
}

/** @throws {QuarterdeckError} CONFIG_INVALID when the account may not leave triggers out */
export async function requireQuiet(db: DemoDatabase): Promise<void> {
  try {
    await quietly(db, async () => undefined);
  } catch (cause) {
    throw new QuarterdeckError(
      'CONFIG_INVALID',
      'the database account may not write demo data: it cannot set session_replication_role',
      {
        hint: 'Use a superuser, or let one run: GRANT SET ON PARAMETER session_replication_role TO <the account of DATABASE_URL>',
        cause,
      },
    );
  }
}
