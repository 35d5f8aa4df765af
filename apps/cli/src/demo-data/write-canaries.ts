import { CHECK_TEMPLATES, CLUSTERS, FAILURE_MESSAGES, SERVICES, TEAMS } from './company.ts';
import { type DemoOptions, MARKER, type Queries, startOf } from './model.ts';

export async function writeAgents(db: Queries): Promise<void> {
  await db.query(
    `INSERT INTO agents (id, name, description, properties)
     SELECT md5('demo-agent:' || name)::uuid, name, 'Demo data', '{"type": "agent"}' FROM unnest($1::text[]) AS name
     ON CONFLICT DO NOTHING`,
    [[...CLUSTERS]],
  );
}

/** Canary number n: its team, service and cluster follow from n alone, so growing the set keeps the first ones. */
export async function writeCanaries(db: Queries, canaries: number, options: DemoOptions): Promise<void> {
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
       replace(replace(k.description, '{service}', c.labels ->> 'app'), '{cluster}', c.labels ->> 'cluster'),
       c.spec -> k.type -> (k.position::int), c.labels || jsonb_build_object('kind', split_part(k.name, '/', 1)), k.severity, $2, $2
     FROM canaries c
     CROSS JOIN jsonb_to_recordset($1::jsonb) AS k (type text, name text, description text, position int, severity text)
     WHERE c.annotations @> $3::jsonb`,
    [JSON.stringify(templatesWithPosition()), startOf(options), JSON.stringify(MARKER)],
  );
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
export async function writePlan(db: Queries, options: DemoOptions): Promise<void> {
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
