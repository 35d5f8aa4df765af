import type { Database } from '@quarterdeck/database';

const ITEMS = 100_000;

/** A catalog of 100,000 items and 2,000 checks that look at items, by plain SQL. @returns keys of 2,000 items */
export async function fill(db: Database): Promise<string[]> {
  await db.query(
    `INSERT INTO config_items (name, type, config_class, status, health, external_id, config, labels, tags, created_at)
     SELECT 'item-' || n, kind, split_part(kind, '::', 2), (ARRAY['Running', 'Pending', 'Stopped'])[1 + n % 3],
       CASE WHEN n % 97 = 0 THEN 'unhealthy' WHEN n % 41 = 0 THEN 'warning' ELSE 'healthy' END, ARRAY['external-' || n],
       jsonb_build_object('kind', kind, 'spec', jsonb_build_object('replicas', n % 7, 'image', 'registry.example/app:' || n % 500)),
       jsonb_build_object('app', 'app-' || n % 300, 'team', 'team-' || n % 40),
       jsonb_build_object('namespace', 'ns-' || n % 200, 'cluster', 'cluster-' || n % 5),
       now() - make_interval(secs => n)
     FROM generate_series(1, $1::int) AS n,
       LATERAL (SELECT (ARRAY['Kubernetes::Pod', 'Kubernetes::Pod', 'Kubernetes::Pod', 'Kubernetes::Deployment', 'Kubernetes::Service',
         'Kubernetes::ConfigMap', 'Kubernetes::Secret', 'Kubernetes::Node', 'AWS::EC2::Instance', 'AWS::S3::Bucket'])[1 + n % 10] AS kind) AS k`,
    [ITEMS],
  );
  await db.query(
    `WITH canary AS (INSERT INTO canaries (name, namespace, spec) VALUES ('bench', 'bench', '{}') RETURNING id),
     made AS (INSERT INTO check_definitions (canary_id, name, type) SELECT canary.id, 'check-' || n, 'http' FROM canary, generate_series(1, 2000) AS n
       RETURNING id, canary_id, name)
     INSERT INTO check_config_relationships (config_id, check_id, canary_id)
     SELECT c.id, made.id, made.canary_id FROM made JOIN config_items c ON c.name = 'item-' || (7 + 10 * split_part(made.name, '-', 2)::int)`,
  );
  await db.query('VACUUM ANALYZE');
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM config_items TABLESAMPLE bernoulli (4) REPEATABLE (1) LIMIT 2000',
  );
  return rows.map(({ id }) => id);
}
