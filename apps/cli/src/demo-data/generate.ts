/**
 * Deterministic health history: the same seed, size and end give the same rows.
 *
 * Checks come in canaries of ten and belong to demo agents, so that this server never runs them. Every check has a result an hour over
 * the whole time, one in five minutes over the last six hours, hourly and daily roll-ups, and its state and figures of the last hour.
 * One check in fifty is down at the end; others were down for some hours before.
 */
import { CHECK_TEMPLATES, CLUSTERS, FAILURE_MESSAGES, SERVICES, TEAMS } from './company.ts';

interface Queries {
  query<R>(text: string, values?: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** The part of the database that the generator needs. */
export interface DemoDatabase extends Queries {
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
}

export interface DemoOptions {
  /** How many checks; rounded up to whole canaries of ten. */
  readonly checks: number;
  /** Days of history before `end`. */
  readonly days: number;
  /** Newest moment of the history; whole minute. */
  readonly end: Date;
  /** Any whole number; other numbers give other failures and latencies. */
  readonly seed: number;
}

export interface DemoCounts {
  readonly canaries: number;
  readonly checks: number;
  readonly results: number;
}

const MARKER = { 'quarterdeck.dev/demo': 'true' };
const FINE_HOURS = 6;

/**
 * Replaces the demo data with a new set. Rows that are not demo data stay as they are.
 * @throws the database's error; everything written until then is removed by the next run
 */
export async function generateDemoData(
  db: DemoDatabase,
  options: DemoOptions,
  progress: (step: string) => void,
): Promise<DemoCounts> {
  const canaries = Math.ceil(options.checks / CHECK_TEMPLATES.length);
  progress('removing the old demo data');
  await removeDemoData(db);
  progress(`writing ${canaries} canaries`);
  await writeAgents(db);
  await writeCanaries(db, canaries, options);
  await writePlan(db, options);
  progress('making the daily partitions');
  await db.query(
    `SELECT ensure_check_status_partitions(($1::timestamptz - make_interval(days => $2))::date, $1::timestamptz::date + 1)`,
    [options.end, options.days],
  );
  progress('writing results and roll-ups');
  await writeDays(db, options, progress);
  progress('writing states and figures');
  await writeStates(db, options);
  await db.query(`DROP TABLE demo_checks`);
  await markRolledUp(db, options);
  const counted = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM check_statuses s JOIN check_definitions d ON d.id = s.check_id
     JOIN canaries c ON c.id = d.canary_id WHERE c.annotations @> $1::jsonb`,
    [JSON.stringify(MARKER)],
  );
  return { canaries, checks: canaries * CHECK_TEMPLATES.length, results: counted.rows[0]?.count ?? 0 };
}

async function removeDemoData(db: DemoDatabase): Promise<void> {
  const demo = `SELECT d.id FROM check_definitions d JOIN canaries c ON c.id = d.canary_id WHERE c.annotations @> '${JSON.stringify(MARKER)}'`;
  for (const table of [
    'check_statuses',
    'check_statuses_1h',
    'check_statuses_1d',
    'check_status_summary',
    'check_transitions',
    'check_states',
  ]) {
    await db.query(`DELETE FROM ${table} WHERE check_id IN (${demo})`);
  }
  await db.query(`DELETE FROM canaries WHERE annotations @> $1::jsonb`, [JSON.stringify(MARKER)]);
}

async function writeAgents(db: DemoDatabase): Promise<void> {
  await db.query(
    `INSERT INTO agents (id, name, description, properties)
     SELECT md5('demo-agent:' || name)::uuid, name, 'Demo data', '{"type": "agent"}' FROM unnest($1::text[]) AS name
     ON CONFLICT DO NOTHING`,
    [[...CLUSTERS]],
  );
}

/** Canary number n: its team, service and cluster follow from n alone, so growing the set keeps the first ones. */
async function writeCanaries(db: DemoDatabase, canaries: number, options: DemoOptions): Promise<void> {
  const numbers = Array.from({ length: canaries }, (_, index) => index);
  const rows = numbers.map((n) => describeCanary(n));
  await db.query(
    `INSERT INTO canaries (id, agent_id, name, namespace, labels, annotations, spec, source, created_at, updated_at)
     SELECT overlay(md5('demo-canary:' || (c ->> 'n'))
              PLACING lpad(to_hex((extract(epoch FROM $2::timestamptz) * 1000)::bigint), 12, '0') FROM 1 FOR 12)::uuid,
       md5('demo-agent:' || (c ->> 'cluster'))::uuid, c ->> 'name', c ->> 'namespace', c -> 'labels', $3::jsonb, c -> 'spec', 'UI', $2, $2
     FROM jsonb_array_elements($1::jsonb) AS c`,
    [JSON.stringify(rows), startOf(options), JSON.stringify(MARKER)],
  );
  await db.query(
    `INSERT INTO check_definitions (id, canary_id, agent_id, type, name, namespace, description, spec, labels, severity, created_at, updated_at)
     SELECT overlay(md5('demo-check:' || k.name || ':' || c.name || ':' || c.agent_id)
              PLACING lpad(to_hex((extract(epoch FROM $2::timestamptz) * 1000)::bigint), 12, '0') FROM 1 FOR 12)::uuid,
       c.id, c.agent_id, k.type, k.name, c.namespace,
       replace(k.description, '{service}', c.labels ->> 'app'),
       c.spec -> k.type -> (k.position::int), c.labels || jsonb_build_object('kind', split_part(k.name, '/', 1)), k.severity, $2, $2
     FROM canaries c
     CROSS JOIN jsonb_to_recordset($1::jsonb) AS k (type text, name text, description text, position int, severity text)
     WHERE c.annotations @> $3::jsonb`,
    [JSON.stringify(templatesWithPosition()), startOf(options), JSON.stringify(MARKER)],
  );
}

function startOf(options: DemoOptions): Date {
  return new Date(options.end.getTime() - options.days * 86_400_000);
}

/** The templates with their position among those of the same type in the specification. */
function templatesWithPosition() {
  const seen = new Map<string, number>();
  return CHECK_TEMPLATES.map(({ type, name, description }, index) => {
    const position = seen.get(type) ?? 0;
    seen.set(type, position + 1);
    return { type, name, description, position, severity: ['critical', 'high', 'medium', 'low'][index % 4] };
  });
}

function describeCanary(n: number) {
  const team = TEAMS[n % TEAMS.length] ?? TEAMS[0];
  const services = SERVICES[team];
  const service = services[Math.floor(n / TEAMS.length) % services.length] ?? 'service';
  const cluster = CLUSTERS[Math.floor(n / (TEAMS.length * services.length)) % CLUSTERS.length] ?? CLUSTERS[0];
  const shard = Math.floor(n / (TEAMS.length * services.length * CLUSTERS.length));
  const app = shard === 0 ? service : `${service}-${shard + 1}`;
  const spec: Record<string, unknown> = { schedule: '@every 1m' };
  for (const template of CHECK_TEMPLATES) {
    const filled: Record<string, unknown> = JSON.parse(
      JSON.stringify({ name: template.name, description: template.description, ...template.spec })
        .replaceAll('{service}', app)
        .replaceAll('{cluster}', cluster),
    );
    const list = Array.isArray(spec[template.type]) ? spec[template.type] : [];
    spec[template.type] = [...(Array.isArray(list) ? list : []), filled];
  }
  return {
    n,
    name: app,
    namespace: team,
    cluster,
    labels: { app, cluster, team, tier: String((n % 3) + 1), 'customer-facing': n % 2 === 0 ? 'true' : 'false' },
    spec,
  };
}

/** One row per check with what its history is computed from: number, typical latency, and when it was down. */
async function writePlan(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await db.query(`DROP TABLE IF EXISTS demo_checks`);
  await db.query(
    `CREATE UNLOGGED TABLE demo_checks AS
     SELECT d.id AS check_id, d.canary_id, d.n, k.typical_ms, k.failure,
       -- One in fifty is down now, since 10 minutes to 8 hours ago; one in ten was down once for up to 6 hours.
       CASE WHEN abs(hashint8extended(d.n, $3 + 3) % 50) = 7 THEN $2::timestamptz - make_interval(mins => 10 + (hashint8extended(d.n, $3) & 511)::int) END AS down_from,
       CASE WHEN abs(hashint8extended(d.n, $3 + 4) % 10) = 3 THEN $2::timestamptz - make_interval(hours => 12 + (hashint8extended(d.n, $3 + 1) & 511)::int) END AS was_down_from,
       make_interval(mins => 20 + (hashint8extended(d.n, $3 + 2) & 255)::int) AS was_down_for
     FROM (
       SELECT d.id, d.canary_id, d.name, row_number() OVER (ORDER BY c.name, c.namespace, c.agent_id, d.name) AS n
       FROM check_definitions d JOIN canaries c ON c.id = d.canary_id WHERE c.annotations @> $4::jsonb
     ) AS d
     JOIN jsonb_to_recordset($1::jsonb) AS k (name text, typical_ms int, failure text) ON k.name = d.name
     ORDER BY d.id`,
    [
      JSON.stringify(
        CHECK_TEMPLATES.map(({ name, type, typicalMs }) => ({ name, typical_ms: typicalMs, failure: FAILURE_MESSAGES[type] })),
      ),
      options.end,
      options.seed,
      JSON.stringify(MARKER),
    ],
  );
  await db.query('ANALYZE demo_checks');
}

/**
 * Results of a span as a select. `$1` end of the history, `$2` seed, `$3` and `$4` the span, `$5` seconds between two results.
 * Times and values follow from the check's number and the slot alone, never from the order of rows.
 */
const RESULTS = `
  SELECT check_id, time, status, failure, CASE WHEN status THEN quick_ms ELSE least(30000, quick_ms * 20 + 900) END AS duration
  FROM (
    SELECT p.check_id, t.time, p.failure,
      (p.down_from IS NULL OR t.time < p.down_from)
        AND (p.was_down_from IS NULL OR t.time NOT BETWEEN p.was_down_from AND p.was_down_from + p.was_down_for) AS status,
      (p.typical_ms * (0.7 + (h & 255) / 340.0) * CASE WHEN (h >> 8) & 127 = 0 THEN 6 ELSE 1 END)::int + 1 AS quick_ms
    FROM demo_checks p
    CROSS JOIN LATERAL (
      SELECT slot + make_interval(secs => p.n % 60) AS time
      FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 second', make_interval(secs => $5)) AS slot
    ) AS t
    CROSS JOIN LATERAL hashint8extended(p.n * 100000000 + (extract(epoch FROM t.time)::bigint / 60) % 100000000, $2::bigint) AS h
    WHERE t.time <= $1::timestamptz
  ) AS computed`;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Days written at the same time: as many as a small machine has cores. */
const PARALLEL_DAYS = 2;

async function writeDays(db: DemoDatabase, options: DemoOptions, progress: (step: string) => void): Promise<void> {
  const waiting = Array.from({ length: options.days + 1 }, (_, index) => index);
  const quiet = await mayTurnTriggersOff(db);
  const write = async () => {
    for (let day = waiting.shift(); day !== undefined; day = waiting.shift()) {
      await writeDay(db, options, day, quiet);
      progress(`day ${options.days + 1 - waiting.length} of ${options.days + 1}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_DAYS }, write));
}

/** Row triggers and foreign keys cost more than the rows; a superuser may leave them out for data that is right by construction. */
async function mayTurnTriggersOff(db: DemoDatabase): Promise<boolean> {
  const { rows } = await db.query<{ allowed: string }>(`SELECT current_setting('is_superuser') AS allowed`);
  return rows[0]?.allowed === 'on';
}

function floorTo(time: Date, unitMs: number): Date {
  return new Date(Math.floor(time.getTime() / unitMs) * unitMs);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? new Date(a) : new Date(b);
}

function later(a: Date, b: Date): Date {
  return a > b ? new Date(a) : new Date(b);
}

async function writeDay(db: DemoDatabase, options: DemoOptions, dayIndex: number, quiet: boolean): Promise<void> {
  const first = startOf(options);
  const midnight = new Date(floorTo(first, DAY_MS).getTime() + dayIndex * DAY_MS);
  const from = later(midnight, first);
  const nextMidnight = new Date(midnight.getTime() + DAY_MS);
  const to = earlier(nextMidnight, options.end);
  if (from >= to) return;
  const fine = floorTo(new Date(options.end.getTime() - FINE_HOURS * HOUR_MS), HOUR_MS);
  await db.transaction(async (tx) => {
    if (quiet) await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query(`SET LOCAL work_mem = '256MB'`);
    // New tables have no statistics yet, and without them the planner would join the day's aggregates row by row.
    await tx.query(`SET LOCAL enable_nestloop = off`);
    if (from < fine) await writeSpan(tx, options, from, earlier(fine, to), 3600);
    if (to > fine) await writeSpan(tx, options, later(fine, from), to, 300);
    await writeDayRollup(tx, midnight, nextMidnight, floorTo(options.end, DAY_MS));
  });
}

/** Raw results of a span that begins and ends with an hour, and the roll-ups of its whole hours. */
async function writeSpan(tx: Queries, options: DemoOptions, from: Date, to: Date, everySeconds: number): Promise<void> {
  await tx.query(
    `WITH results AS MATERIALIZED (${RESULTS}), stored AS (
       INSERT INTO check_statuses (check_id, time, status, duration, message, error, created_at)
       SELECT check_id, time, status, duration, '', CASE WHEN status THEN '' ELSE failure END, time
       FROM results
     )
     INSERT INTO check_statuses_1h (check_id, created_at, duration, total, passed, failed, duration_max, latency_buckets, latency_counts)
     SELECT check_id, hour, sum(total_ms), sum(count), sum(passed), sum(count - passed), max(longest),
       array_agg(bucket ORDER BY bucket), array_agg(count ORDER BY bucket)
     FROM (
       SELECT check_id, date_trunc('hour', time, 'UTC') AS hour, latency_bucket(duration) AS bucket, sum(duration) AS total_ms,
         max(duration) AS longest, count(*)::int AS count, count(*) FILTER (WHERE status)::int AS passed
       FROM results WHERE time < $6::timestamptz GROUP BY 1, 2, 3
     ) AS bucketed
     GROUP BY check_id, hour`,
    [options.end, options.seed, from, to, everySeconds, floorTo(options.end, HOUR_MS)],
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

/** States, strips and the figures of the last hour, from the results of the last hours. */
async function writeStates(db: DemoDatabase, options: DemoOptions): Promise<void> {
  const quiet = await mayTurnTriggersOff(db);
  await db.transaction(async (tx) => {
    if (quiet) await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query(
      `INSERT INTO check_states (check_id, canary_id, status, last_runtime, next_runtime, last_transition_time, last_duration, last_message,
         last_error, recent)
       SELECT p.check_id, p.canary_id, CASE WHEN l.status THEN 'healthy' ELSE 'unhealthy' END, l.time, l.time + interval '1 minute',
         coalesce(p.down_from, CASE WHEN p.was_down_from + p.was_down_for < $1::timestamptz THEN p.was_down_from + p.was_down_for END, $2),
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
      `INSERT INTO check_status_summary (check_id, p99, p97, p95, p50, mean, passed, failed, last_check, last_pass, last_fail)
       SELECT check_id, percentile_disc(0.99) WITHIN GROUP (ORDER BY duration), percentile_disc(0.97) WITHIN GROUP (ORDER BY duration),
         percentile_disc(0.95) WITHIN GROUP (ORDER BY duration), percentile_disc(0.50) WITHIN GROUP (ORDER BY duration), round(avg(duration), 3),
         count(*) FILTER (WHERE status), count(*) FILTER (WHERE NOT status), max(time), max(time) FILTER (WHERE status),
         max(time) FILTER (WHERE NOT status)
       FROM check_statuses JOIN demo_checks USING (check_id) WHERE time > $1::timestamptz - interval '1 hour' GROUP BY check_id`,
      [options.end],
    );
  });
  await writeTransitions(db, options);
  await db.query(`ANALYZE check_statuses, check_statuses_1h, check_statuses_1d, check_states, check_definitions, canaries`);
}

/** When a check went down and came back, from its plan: the first result of each state. */
async function writeTransitions(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await db.query(
    `INSERT INTO check_transitions (check_id, time, status)
     SELECT check_id, time, status FROM (
       SELECT check_id, $1::timestamptz AS time, 'healthy' AS status FROM demo_checks
       UNION ALL SELECT check_id, was_down_from, 'unhealthy' FROM demo_checks
       UNION ALL SELECT check_id, was_down_from + was_down_for, 'healthy' FROM demo_checks
       UNION ALL SELECT check_id, down_from, 'unhealthy' FROM demo_checks
     ) AS planned
     WHERE time BETWEEN $1::timestamptz AND $2::timestamptz
     ON CONFLICT DO NOTHING`,
    [startOf(options), options.end],
  );
}

/** Says up to when the roll-ups are complete, unless the server already knows better. */
async function markRolledUp(db: DemoDatabase, options: DemoOptions): Promise<void> {
  await db.query(
    `INSERT INTO check_rollups (level, complete_until) VALUES ('1h', $1), ('1d', $2)
     ON CONFLICT (level) DO UPDATE SET complete_until = greatest(check_rollups.complete_until, excluded.complete_until)`,
    [floorTo(options.end, HOUR_MS), floorTo(options.end, DAY_MS)],
  );
}
