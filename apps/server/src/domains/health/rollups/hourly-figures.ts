import type { Queries } from '../environment.ts';

/**
 * Refreshes the figures of the last hour for checks that got a result since the last time, or whose oldest counted result left the hour.
 * A check without a result in the hour counts its newest one.
 * @returns rows written
 */
const REFRESH = `
  WITH due AS (
    SELECT s.check_id, s.status, s.last_runtime, s.last_duration
    FROM check_states s LEFT JOIN check_status_summary u ON u.check_id = s.check_id
    WHERE s.last_runtime IS NOT NULL
      AND (u.check_id IS NULL OR u.last_check IS DISTINCT FROM s.last_runtime
        OR (u.first_check <= $1::timestamptz - interval '1 hour' AND u.first_check < u.last_check))
  ), hour AS (
    SELECT r.check_id,
      percentile_disc(ARRAY[0.5, 0.95, 0.97, 0.99]) WITHIN GROUP (ORDER BY r.duration) AS p, avg(r.duration) AS mean,
      count(*) FILTER (WHERE r.status) AS passed, count(*) FILTER (WHERE NOT r.status) AS failed, min(r.time) AS first_check,
      max(r.time) AS last_check, max(r.time) FILTER (WHERE r.status) AS last_pass, max(r.time) FILTER (WHERE NOT r.status) AS last_fail
    FROM check_statuses r
    WHERE r.time > $1::timestamptz - interval '1 hour' AND r.check_id IN (SELECT check_id FROM due)
    GROUP BY r.check_id
  )
  INSERT INTO check_status_summary (check_id, p50, p95, p97, p99, mean, passed, failed, first_check, last_check, last_pass, last_fail)
  SELECT d.check_id, coalesce(h.p[1], d.last_duration), coalesce(h.p[2], d.last_duration), coalesce(h.p[3], d.last_duration),
    coalesce(h.p[4], d.last_duration), coalesce(h.mean, d.last_duration),
    coalesce(h.passed, CASE WHEN d.status = 'healthy' THEN 1 ELSE 0 END), coalesce(h.failed, CASE WHEN d.status = 'unhealthy' THEN 1 ELSE 0 END),
    coalesce(h.first_check, d.last_runtime), coalesce(h.last_check, d.last_runtime),
    CASE WHEN h.check_id IS NOT NULL THEN h.last_pass WHEN d.status = 'healthy' THEN d.last_runtime END,
    CASE WHEN h.check_id IS NOT NULL THEN h.last_fail WHEN d.status = 'unhealthy' THEN d.last_runtime END
  FROM due d LEFT JOIN hour h ON h.check_id = d.check_id
  ON CONFLICT (check_id) DO UPDATE SET p50 = excluded.p50, p95 = excluded.p95, p97 = excluded.p97, p99 = excluded.p99, mean = excluded.mean,
    passed = excluded.passed, failed = excluded.failed, first_check = excluded.first_check, last_check = excluded.last_check,
    last_pass = excluded.last_pass, last_fail = excluded.last_fail`;

export async function refreshHourlyFigures(db: Queries, now: Date): Promise<number> {
  return (await db.query(REFRESH, [now])).rowCount;
}
