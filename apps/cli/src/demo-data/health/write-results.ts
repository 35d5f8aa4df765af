import { type DemoDatabase, type DemoOptions, FINE_HOURS, type Queries, startOf } from '../model.ts';
import { quietly } from '../quiet.ts';
import { DAY_MS, earlier, floorTo, HOUR_MS, later } from '../times.ts';

/**
 * Results of a span as a select. `$1` end of the history, `$2` seed, `$3` and `$4` the span, `$5` seconds between two results.
 * Times and values follow from the check's number and the slot alone, never from the order of rows.
 */
const RESULTS = `
  SELECT check_id, time, status, failure, CASE WHEN status THEN quick_ms ELSE least(30000, quick_ms * 20 + 900) END AS duration
  FROM (
    SELECT p.check_id, t.time, p.failure,
      NOT p.down @> t.time AS status,
      (p.typical_ms * (0.7 + (h & 255) / 340.0) * CASE WHEN (h >> 8) & 127 = 0 THEN 6 ELSE 1 END)::int + 1 AS quick_ms
    FROM demo_checks p
    CROSS JOIN LATERAL (
      SELECT slot + make_interval(secs => p.n % 60) AS time
      FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 second', make_interval(secs => $5)) AS slot
    ) AS t
    CROSS JOIN LATERAL hashint8extended(p.n * 100000000 + (extract(epoch FROM t.time)::bigint / 60) % 100000000, $2::bigint) AS h
    WHERE t.time <= $1::timestamptz
  ) AS computed`;

/** Writes the results and roll-ups of one day of the history; day 0 is the one of its start. */
export async function writeDay(db: DemoDatabase, options: DemoOptions, dayIndex: number): Promise<void> {
  const first = startOf(options);
  const midnight = new Date(floorTo(first, DAY_MS).getTime() + dayIndex * DAY_MS);
  const from = later(midnight, first);
  const nextMidnight = new Date(midnight.getTime() + DAY_MS);
  const to = earlier(nextMidnight, options.end);
  if (from >= to) return;
  const fine = floorTo(new Date(options.end.getTime() - FINE_HOURS * HOUR_MS), HOUR_MS);
  await quietly(db, async (tx) => {
    await tx.query(`SET LOCAL work_mem = '256MB'`);
    await startOver(tx, midnight);
    // New tables have no statistics yet, and without them the planner would join the day's aggregates row by row.
    await tx.query(`SET LOCAL enable_nestloop = off`);
    if (from < fine) await writeCoarseSpan(tx, options, from, earlier(fine, to));
    if (to > fine) await writeFineSpan(tx, options, later(fine, from), to);
    await writeDayRollup(tx, midnight, nextMidnight, floorTo(options.end, DAY_MS));
  });
}

/** An empty partition that is made anew in the transaction that fills it needs no log for recovery, and fills faster. */
async function startOver(tx: Queries, day: Date): Promise<void> {
  const partition = `check_statuses_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const { rows } = await tx.query(`SELECT 1 FROM ${partition} LIMIT 1`);
  if (rows.length === 0) await tx.query(`TRUNCATE ${partition}`);
}

const STORE = `
  INSERT INTO check_statuses (check_id, time, status, duration, message, error, created_at)
  SELECT check_id, time, status, duration, '', CASE WHEN status THEN '' ELSE failure END, time FROM results`;
const STORE_HOURS = `
  INSERT INTO check_statuses_1h (check_id, created_at, duration, total, passed, failed, duration_max, latency_buckets, latency_counts)`;

/** One raw result an hour, which is its own roll-up. */
async function writeCoarseSpan(tx: Queries, options: DemoOptions, from: Date, to: Date): Promise<void> {
  await tx.query(
    `WITH results AS MATERIALIZED (${RESULTS}), stored AS (${STORE}) ${STORE_HOURS}
     SELECT check_id, date_trunc('hour', time, 'UTC'), duration, 1, status::int, 1 - status::int, duration, ARRAY[latency_bucket(duration)], ARRAY[1]
     FROM results WHERE time < $6::timestamptz`,
    [options.end, options.seed, from, to, 3600, floorTo(options.end, HOUR_MS)],
  );
}

/** A raw result every five minutes of a span that begins with an hour, and the roll-ups of its whole hours. */
async function writeFineSpan(tx: Queries, options: DemoOptions, from: Date, to: Date): Promise<void> {
  await tx.query(
    `WITH results AS MATERIALIZED (${RESULTS}), stored AS (${STORE}) ${STORE_HOURS}
     SELECT check_id, hour, sum(total_ms), sum(count), sum(passed), sum(count - passed), max(longest),
       array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket)
     FROM (
       SELECT check_id, date_trunc('hour', time, 'UTC') AS hour, latency_bucket(duration) AS bucket, sum(duration) AS total_ms,
         max(duration) AS longest, count(*)::int AS count, count(*) FILTER (WHERE status)::int AS passed
       FROM results WHERE time < $6::timestamptz GROUP BY 1, 2, 3
     ) AS bucketed
     GROUP BY check_id, hour`,
    [options.end, options.seed, from, to, 300, floorTo(options.end, HOUR_MS)],
  );
}

/** The roll-up of one whole day, merged from its hours; a day that still runs has none. */
async function writeDayRollup(tx: Queries, from: Date, to: Date, completeUntil: Date): Promise<void> {
  if (to > completeUntil) return;
  await tx.query(
    `INSERT INTO check_statuses_1d (check_id, created_at, duration, total, passed, failed, duration_max, latency_buckets, latency_counts)
     SELECT h.check_id, $1::timestamptz, h.duration, h.total, h.passed, h.failed, h.longest, s.buckets, s.counts
     FROM (
       SELECT check_id, sum(duration) AS duration, sum(total) AS total, sum(passed) AS passed, sum(failed) AS failed, max(duration_max) AS longest
       FROM check_statuses_1h WHERE created_at >= $1 AND created_at < $2 AND check_id IN (SELECT check_id FROM demo_checks) GROUP BY check_id
     ) AS h
     JOIN (
       SELECT check_id, array_agg(bucket ORDER BY bucket) AS buckets, array_agg(count ORDER BY bucket) AS counts
       FROM (
         SELECT r.check_id, u.bucket, sum(u.count)::int AS count
         FROM check_statuses_1h r, unnest(r.latency_buckets, r.latency_counts) AS u (bucket, count)
         WHERE r.created_at >= $1 AND r.created_at < $2 GROUP BY 1, 2
       ) AS merged GROUP BY check_id
     ) AS s USING (check_id)`,
    [from, to],
  );
}
