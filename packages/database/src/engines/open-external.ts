import { QuarterdeckError } from '@quarterdeck/contract';
import type { Database } from '../database.ts';
import { openPool } from './open-pool.ts';

const OLDEST_VERSION = 15;

/**
 * Opens a PostgreSQL that somebody else runs.
 * @param url a `postgres://` address
 * @throws {QuarterdeckError} DATABASE_UNAVAILABLE when it cannot be reached or is older than version 15
 */
export async function openExternal(options: { url: string; poolSize: number; answerWithinMs?: number }): Promise<Database> {
  const database = openPool({
    engine: 'postgres',
    config: { connectionString: options.url },
    probeUrl: options.url,
    poolSize: options.poolSize,
    ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
  });
  try {
    const { rows } = await database.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION) {
      throw new QuarterdeckError('DATABASE_UNAVAILABLE', `PostgreSQL ${version} is too old`, {
        hint: `Use PostgreSQL ${OLDEST_VERSION} or newer.`,
      });
    }
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof QuarterdeckError && error.cause === undefined) throw error;
    const reason = error instanceof QuarterdeckError ? error.cause : error;
    throw new QuarterdeckError('DATABASE_UNAVAILABLE', `the database of DATABASE_URL does not answer: ${messageOf(reason)}`, {
      hint: 'Check host, port, name, user and password in DATABASE_URL.',
      cause: error,
    });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
