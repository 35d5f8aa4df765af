import type { Queries } from '../environment.ts';

/** Sum of results per check and hour from raw results, for the hours from $1 up to $2 and, unless NULL, the checks $3. */
const ROLL_UP_HOURS = `
  WITH bucketed AS (
    SELECT check_id, date_trunc('hour', time, 'UTC') AS hour, latency_bucket(duration) AS bucket, count(*) AS number,
      count(*) FILTER (WHERE status) AS passed, sum(coalesce(duration, 0)) AS duration, max(coalesce(duration, 0)) AS longest
    FROM check_statuses
    WHERE time >= $1 AND time < $2 AND ($3::uuid[] IS NULL OR check_id = ANY($3))
    GROUP BY 1, 2, 3
  )
  INSERT INTO check_statuses_1h AS h (check_id, created_at, duration, total, passed, failed, duration_max, latency_buckets, latency_counts)
  SELECT check_id, hour, sum(duration), sum(number), sum(passed), sum(number) - sum(passed), max(longest),
    array_agg(bucket ORDER BY bucket), array_agg(number::integer ORDER BY bucket)
  FROM bucketed GROUP BY check_id, hour
  ON CONFLICT (check_id, created_at) DO UPDATE SET duration = excluded.duration, total = excluded.total, passed = excluded.passed,
    failed = excluded.failed, duration_max = excluded.duration_max, latency_buckets = excluded.latency_buckets,
    latency_counts = excluded.latency_counts`;

/** Days merged from hours, for the days from $1 up to $2 and, unless NULL, the checks $3. */
const ROLL_UP_DAYS = `
  WITH hours AS (
    SELECT check_id, date_trunc('day', created_at, 'UTC') AS day, duration, total, passed, failed, duration_max, latency_buckets, latency_counts
    FROM check_statuses_1h
    WHERE created_at >= $1 AND created_at < $2 AND ($3::uuid[] IS NULL OR check_id = ANY($3))
  ), sketches AS (
    SELECT check_id, day, array_agg(bucket ORDER BY bucket) AS buckets, array_agg(number::integer ORDER BY bucket) AS counts
    FROM (
      SELECT h.check_id, h.day, l.bucket, sum(l.number) AS number
      FROM hours h, unnest(h.latency_buckets, h.latency_counts) AS l(bucket, number)
      GROUP BY 1, 2, 3
    ) AS merged GROUP BY check_id, day
  ), sums AS (
    SELECT check_id, day, sum(duration) AS duration, sum(total) AS total, sum(passed) AS passed, sum(failed) AS failed,
      max(duration_max) AS duration_max
    FROM hours GROUP BY check_id, day
  )
  INSERT INTO check_statuses_1d AS d (check_id, created_at, duration, total, passed, failed, duration_max, latency_buckets, latency_counts)
  SELECT check_id, day, s.duration, s.total, s.passed, s.failed, s.duration_max, coalesce(k.buckets, '{}'), coalesce(k.counts, '{}')
  FROM sums s LEFT JOIN sketches k USING (check_id, day)
  ON CONFLICT (check_id, created_at) DO UPDATE SET duration = excluded.duration, total = excluded.total, passed = excluded.passed,
    failed = excluded.failed, duration_max = excluded.duration_max, latency_buckets = excluded.latency_buckets,
    latency_counts = excluded.latency_counts`;

export async function rollUpHours(db: Queries, from: Date, until: Date, checkIds?: readonly string[]): Promise<number> {
  return (await db.query(ROLL_UP_HOURS, [from, until, checkIds ?? null])).rowCount;
}

export async function rollUpDays(db: Queries, from: Date, until: Date, checkIds?: readonly string[]): Promise<number> {
  return (await db.query(ROLL_UP_DAYS, [from, until, checkIds ?? null])).rowCount;
}

export type RollupLevel = '1h' | '1d';

/** Up to when a level is complete; undefined when it was never made. */
export async function readCompleteUntil(db: Queries, level: RollupLevel): Promise<Date | undefined> {
  const { rows } = await db.query<{ complete_until: Date }>(`SELECT complete_until FROM check_rollups WHERE level = $1`, [level]);
  return rows[0]?.complete_until;
}

export async function writeCompleteUntil(db: Queries, level: RollupLevel, until: Date): Promise<void> {
  await db.query(
    `INSERT INTO check_rollups AS r (level, complete_until) VALUES ($1, $2)
     ON CONFLICT (level) DO UPDATE SET complete_until = greatest(r.complete_until, excluded.complete_until)`,
    [level, until],
  );
}

/** The oldest raw result. */
export async function findOldestResult(db: Queries): Promise<Date | undefined> {
  const { rows } = await db.query<{ time: Date | null }>(`SELECT min(time) AS time FROM check_statuses`);
  return rows[0]?.time ?? undefined;
}

/**
 * Declares the hours before `until` closed: results for them that are stored from now on are noted as late.
 * @returns id of the transaction after which no writer is unaware of it
 */
export async function closeHours(db: Queries, from: Date, until: Date): Promise<string> {
  const { rows } = await db.query<{ tx: string }>(
    `INSERT INTO check_rollups AS r (level, complete_until, closed_until) VALUES ('1h', $1, $2)
     ON CONFLICT (level) DO UPDATE SET closed_until = greatest(r.closed_until, excluded.closed_until)
     RETURNING pg_current_xact_id()::text AS tx`,
    [from, until],
  );
  return rows[0]?.tx ?? '0';
}

/** True when every transaction that started before `tx` has ended. */
export async function isSettled(db: Queries, tx: string): Promise<boolean> {
  const { rows } = await db.query<{ settled: boolean }>(`SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS settled`, [
    tx,
  ]);
  return rows[0]?.settled ?? false;
}

export interface LateHour {
  hour: Date;
  check_ids: string[];
}

/** Takes the late hours of at most `limit` checks off the list; those younger than `until` only. */
export async function takeLateHours(db: Queries, until: Date, limit: number): Promise<LateHour[]> {
  const { rows } = await db.query<LateHour>(
    `WITH taken AS (
       DELETE FROM check_rollups_late WHERE (hour, check_id) IN (
         SELECT hour, check_id FROM check_rollups_late WHERE hour < $1 ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED
       ) RETURNING hour, check_id
     )
     SELECT hour, array_agg(check_id) AS check_ids FROM taken GROUP BY hour ORDER BY hour`,
    [until, limit],
  );
  return rows;
}
