import type { Database } from '@quarterdeck/database';

export type PartitionedTable = 'check_statuses' | 'event_log';

/** Column by which each table is partitioned. */
const KEYS: Readonly<Record<PartitionedTable, string>> = { check_statuses: 'time', event_log: 'at' };
const DAY_MS = 86_400_000;
const DAYS_BACK = 1;
const DAYS_AHEAD = 7;
/** Making and dropping a partition locks the whole table: it tries again later rather than let everybody queue up behind it. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TRIES = 5;

type PartitionDatabase = Pick<Database, 'query' | 'transaction'>;

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Makes the missing partitions of yesterday up to a week ahead. Instances that do so at the same time wait for each other. */
export async function ensurePartitions(db: PartitionDatabase, table: PartitionedTable, now: Date): Promise<number> {
  const { rows } = await db.query<{ day: string }>(
    `SELECT day::date::text AS day FROM generate_series($2::date, $3::date, interval '1 day') AS day
     WHERE to_regclass($1 || '_' || to_char(day, 'YYYYMMDD')) IS NULL ORDER BY 1`,
    [table, dayText(now.getTime() - DAYS_BACK * DAY_MS), dayText(now.getTime() + DAYS_AHEAD * DAY_MS)],
  );
  let made = 0;
  for (const { day } of rows) {
    made += await change(db, table, 'SELECT ensure_daily_partitions($1, $2, $3::date, $3::date) AS count', [
      table,
      KEYS[table],
      day,
    ]);
  }
  return made;
}

/** Drops the partitions before a day, one at a time. @returns how many */
export async function dropPartitions(db: PartitionDatabase, table: PartitionedTable, beforeDay: string): Promise<number> {
  const statement =
    table === 'event_log'
      ? 'SELECT drop_event_log_partitions($1::date, 1) AS count'
      : `SELECT drop_daily_partitions('${table}', '${KEYS[table]}', $1::date, 1) AS count`;
  let dropped = 0;
  while ((await change(db, table, statement, [beforeDay])) > 0) dropped++;
  return dropped;
}

async function change(
  db: PartitionDatabase,
  table: PartitionedTable,
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`${table}_partitions`]);
        await tx.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        // What others made while this one waited is only seen once a table is locked.
        await tx.query(`LOCK TABLE ONLY ${table} IN ACCESS SHARE MODE`);
        const { rows } = await tx.query<{ count: number }>(statement, values);
        return rows[0]?.count ?? 0;
      });
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isBusy || attempt === LOCK_TRIES) throw error;
    }
  }
}
