import type { Queryable } from '@quarterdeck/database';

type Queries = Pick<Queryable, 'query'>;

const CHUNK = 100_000;

async function inChunks(rows: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= rows; from += CHUNK) await insert(from, Math.min(rows, from + CHUNK - 1));
}

/** A large database in the state of the first release: checks with states, items of the catalog, events of the last seven days. */
export async function fillFirstRelease(db: Queries, size: { checks: number; items: number; events: number }): Promise<void> {
  await db.query(
    `INSERT INTO canaries (name, namespace, spec, source) SELECT 'canary-' || n, 'bench', '{"interval": 30}', 'UI' FROM generate_series(1, $1::int) AS n`,
    [Math.ceil(size.checks / 10)],
  );
  await db.query(
    `WITH numbered AS (SELECT id, row_number() OVER () AS n FROM canaries WHERE namespace = 'bench')
     INSERT INTO check_definitions (canary_id, type, name, labels) SELECT c.id, 'http', 'check-' || k, '{"team": "web"}'
     FROM numbered c, generate_series(1, 10) AS k`,
  );
  await db.query(
    `INSERT INTO check_states (check_id, canary_id, status, last_runtime) SELECT id, canary_id, 'healthy', now() FROM check_definitions`,
  );
  await inChunks(size.items, (from, to) =>
    db.query(
      `INSERT INTO config_items (name, config_class, type, tags, labels, config, scraper_id, health)
       SELECT 'item-' || n, 'Pod', 'Kubernetes::Pod', jsonb_build_object('cluster', 'c' || n % 5, 'namespace', 'ns' || n % 200),
         jsonb_build_object('app', 'app-' || n % 500), jsonb_build_object('spec', jsonb_build_object('replicas', n % 7, 'text', repeat('x', 300))),
         CASE WHEN n % 10 = 0 THEN gen_random_uuid() END, 'healthy'
       FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    ),
  );
  await fillEventLog(db, size.events, 7);
}

/** Events spread evenly over the last days; every hundred are one transaction's. */
export async function fillEventLog(db: Queries, rows: number, days: number): Promise<void> {
  await inChunks(rows, (from, to) =>
    db.query(
      `INSERT INTO event_log (at, topic, subject, payload)
       SELECT now() - make_interval(secs => $4::float8 * 86400 * (1 - n::float8 / $3)), 'check', gen_random_uuid()::text,
         jsonb_build_object('id', gen_random_uuid(), 'canary_id', gen_random_uuid(), 'status', 'healthy', 'name', 'check', 'type', 'http')
       FROM generate_series($1::int, $2::int) AS n`,
      [from, to, rows, days],
    ),
  );
}

/** Changes of one hundred items, a day's worth for each of so many days. */
export async function fillChanges(db: Queries, rows: number, days: number): Promise<void> {
  await db.query(
    `INSERT INTO config_items (name, config_class, type) SELECT 'changed-' || n, 'Pod', 'Kubernetes::Pod' FROM generate_series(1, 100) AS n`,
  );
  // Loading a history is not what is measured: nothing is merged, queued or logged.
  await db.query('ALTER TABLE config_changes DISABLE TRIGGER USER');
  await inChunks(rows, (from, to) =>
    db.query(
      `INSERT INTO config_changes (config_id, external_change_id, change_type, severity, summary, details, created_at)
       SELECT items.ids[n % 100 + 1], 'change-' || n, 'diff', 'info', 'replicas changed', '{"before": 1, "after": 2}',
         now() - make_interval(secs => $4::float8 * 86400 * (1 - n::float8 / $3))
       FROM generate_series($1::int, $2::int) AS n, (SELECT array_agg(id) AS ids FROM config_items WHERE name LIKE 'changed-%') AS items`,
      [from, to, rows, days],
    ),
  );
  await db.query('ALTER TABLE config_changes ENABLE TRIGGER USER');
  await db.query('ANALYZE config_changes');
}
