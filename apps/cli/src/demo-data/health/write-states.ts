import { type DemoDatabase, type DemoOptions, FINE_HOURS, startOf } from '../model.ts';
import { quietly } from '../quiet.ts';
import { DAY_MS, floorTo, HOUR_MS } from '../times.ts';

/** States, strips and the figures of the last hour, from the results of the last hours. */
export async function writeStates(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await quietly(db, async (tx) => {
    await tx.query(
      `INSERT INTO check_states (check_id, canary_id, status, last_runtime, next_runtime, last_transition_time, last_duration, last_message,
         last_error, recent)
       SELECT p.check_id, p.canary_id, CASE WHEN l.status THEN 'healthy' ELSE 'unhealthy' END, l.time, l.time + interval '1 minute',
         coalesce((
           SELECT max(moment) FROM unnest(p.down) AS d, LATERAL (VALUES (lower(d)), (upper(d))) AS moments (moment)
           WHERE moment <= $1::timestamptz
         ), $2),
         l.duration, l.message, l.error, l.recent
       FROM demo_checks p
       JOIN (
         SELECT check_id, max(time) AS time,
           (array_agg(status ORDER BY time DESC))[1] AS status, (array_agg(duration ORDER BY time DESC))[1] AS duration,
           (array_agg(message ORDER BY time DESC))[1] AS message, (array_agg(error ORDER BY time DESC))[1] AS error,
           (array_agg(duration * 4 + status::int ORDER BY time))[greatest(1, count(*) - 39):] AS recent
         FROM check_statuses WHERE time > $1::timestamptz - make_interval(hours => $3) GROUP BY check_id
       ) AS l USING (check_id)`,
      [options.end, startOf(options), FINE_HOURS],
    );
    await tx.query(
      `INSERT INTO check_status_summary (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail,
         first_check)
       SELECT check_id, percentile_disc(0.99) WITHIN GROUP (ORDER BY duration), percentile_disc(0.97) WITHIN GROUP (ORDER BY duration),
         percentile_disc(0.95) WITHIN GROUP (ORDER BY duration), percentile_disc(0.50) WITHIN GROUP (ORDER BY duration), round(avg(duration), 3),
         count(*) FILTER (WHERE status), count(*) FILTER (WHERE NOT status), max(time), max(time) FILTER (WHERE status),
         max(time) FILTER (WHERE NOT status), min(time)
       FROM check_statuses JOIN demo_checks USING (check_id) WHERE time > $1::timestamptz - interval '1 hour' GROUP BY check_id`,
      [options.end],
    );
  });
  await writeTransitions(db, options);
}

/** When a check went down and came back, from its plan: the first result of each state. */
async function writeTransitions(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await db.query(
    `INSERT INTO check_transitions (check_id, time, status)
     SELECT check_id, time, status FROM (
       SELECT check_id, $1::timestamptz AS time, 'healthy' AS status FROM demo_checks
       UNION ALL SELECT check_id, lower(d), 'unhealthy' FROM demo_checks, unnest(down) AS d
       UNION ALL SELECT check_id, upper(d), 'healthy' FROM demo_checks, unnest(down) AS d
     ) AS planned
     WHERE time BETWEEN $1::timestamptz AND $2::timestamptz
     ON CONFLICT DO NOTHING`,
    [startOf(options), options.end],
  );
}

/** Says up to when the roll-ups are complete, unless the server already knows better. */
export async function markRolledUp(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await db.query(
    `INSERT INTO check_rollups (level, complete_until) VALUES ('1h', $1), ('1d', $2)
     ON CONFLICT (level) DO UPDATE SET complete_until = greatest(check_rollups.complete_until, excluded.complete_until)`,
    [floorTo(options.end, HOUR_MS), floorTo(options.end, DAY_MS)],
  );
}
