-- What the console and the row API read. Figures are worked out for the rows that a request returns, so they are never stale.

-- Catalog

DROP VIEW configs;
CREATE VIEW configs AS
SELECT i.id, i.scraper_id, i.config_class, i.external_id, i.type, i.name, i.tags ->> 'namespace' AS namespace, i.description, i.source,
  i.labels, i.tags, i.created_by, i.created_at, i.updated_at, i.deleted_at, i.cost_per_minute, i.cost_total_1d, i.cost_total_7d,
  i.cost_total_30d, i.agent_id, i.status, i.health, i.ready, i.path,
  (SELECT count(*) FROM config_changes c WHERE c.config_id = i.id AND c.created_at > now() - interval '7 days') AS changes,
  (SELECT coalesce(jsonb_object_agg(a.analysis_type, a.count), '{}') FROM (
    SELECT coalesce(analysis_type, 'other') AS analysis_type, count(*) AS count FROM config_analysis
    WHERE config_id = i.id AND status = 'open' GROUP BY 1) AS a) AS analysis,
  i.icon, i.parent_id, i.last_scraped_time, i.delete_reason
FROM config_items i;
COMMENT ON VIEW configs IS 'One row per configuration item without its document, with the changes of the last 7 days and the open insights by type.';

CREATE VIEW config_detail AS
SELECT i.*,
  (SELECT json_build_object(
    'relationships', (SELECT count(DISTINCT (r.config_id, r.related_id)) FROM config_relationships r
      WHERE (r.config_id = i.id OR r.related_id = i.id) AND r.deleted_at IS NULL),
    'analysis', (SELECT count(*) FROM config_analysis a WHERE a.config_id = i.id AND a.status = 'open'),
    'changes', (SELECT count(*) FROM config_changes c WHERE c.config_id = i.id AND c.created_at > now() - interval '7 days'),
    'playbook_runs', (SELECT count(*) FROM playbook_runs p WHERE p.config_id = i.id AND p.start_time > now() - interval '30 days'),
    'checks', (SELECT count(DISTINCT k.check_id) FROM check_config_relationships k
      JOIN check_definitions d ON d.id = k.check_id AND d.deleted_at IS NULL
      WHERE k.config_id = i.id AND k.deleted_at IS NULL))) AS summary,
  (SELECT coalesce(json_agg(to_json(c) ORDER BY c.name), '[]') FROM config_component_relationships r
    JOIN components c ON c.id = r.component_id AND c.deleted_at IS NULL
    WHERE r.config_id = i.id AND r.deleted_at IS NULL) AS components
FROM config_items i;
COMMENT ON VIEW config_detail IS 'One row per configuration item with what its tabs hold and the components it belongs to.';

CREATE VIEW config_item AS SELECT * FROM configs;
COMMENT ON VIEW config_item IS 'configs under the name that older clients ask for.';

DO $$
DECLARE
  days integer;
BEGIN
  FOREACH days IN ARRAY ARRAY[3, 7, 30] LOOP
    EXECUTE format('CREATE VIEW %I AS
      SELECT i.id AS config_id,
        (SELECT count(*) FROM config_changes c WHERE c.config_id = i.id AND c.created_at > now() - %L::interval) AS config_changes_count,
        (SELECT coalesce(jsonb_object_agg(a.analysis_type, a.count), ''{}'') FROM (
          SELECT coalesce(analysis_type, ''other'') AS analysis_type, count(*) AS count FROM config_analysis
          WHERE config_id = i.id AND status = ''open'' GROUP BY 1) AS a) AS config_analysis_type_counts
      FROM config_items i', 'config_item_summary_' || days || 'd', days || ' days');
    EXECUTE format('COMMENT ON VIEW %I IS %L', 'config_item_summary_' || days || 'd',
      format('One row per configuration item: its changes of the last %s days and its open insights by type.', days));
  END LOOP;
END $$;

CREATE VIEW config_names AS SELECT id, type, external_id, name FROM config_items ORDER BY name;
COMMENT ON VIEW config_names IS 'One row per configuration item, deleted ones included, by name.';

-- Distinct values are found by hopping along an index: as many steps as there are values, however many rows.
DO $$
DECLARE
  listed record;
BEGIN
  FOR listed IN SELECT * FROM (VALUES
    ('config_types', 'config_items', 'type', 'One row per type of configuration item.'),
    ('config_classes', 'config_items', 'config_class', 'One row per class of configuration item.'),
    ('config_statuses', 'config_items', 'status', 'One row per status of configuration items.'),
    ('change_types', 'config_changes', 'change_type', 'One row per type of change.'),
    ('analysis_types', 'config_analysis', 'analysis_type', 'One row per type of insight.'),
    ('analyzer_types', 'config_analysis', 'analyzer', 'One row per analyzer that ever found something.'),
    ('component_types', 'components', 'type', 'One row per type of component.')
  ) AS v (view, relation, field, meaning) LOOP
    EXECUTE format('CREATE VIEW %1$I AS
      WITH RECURSIVE found AS (
        (SELECT %3$I FROM %2$I WHERE %3$I IS NOT NULL ORDER BY %3$I LIMIT 1)
        UNION ALL
        SELECT (SELECT t.%3$I FROM %2$I t WHERE t.%3$I > found.%3$I ORDER BY t.%3$I LIMIT 1) FROM found WHERE found.%3$I IS NOT NULL
      )
      SELECT %3$I FROM found WHERE %3$I IS NOT NULL ORDER BY %3$I', listed.view, listed.relation, listed.field);
    EXECUTE format('COMMENT ON VIEW %I IS %L', listed.view, listed.meaning);
  END LOOP;
END $$;
CREATE INDEX components_type_idx ON components (type);

CREATE VIEW config_tags AS SELECT key, value FROM config_tag_values WHERE kind = 'tag' ORDER BY key, value;
COMMENT ON VIEW config_tags IS 'One row per pair of tags of live configuration items.';
CREATE VIEW config_labels AS SELECT key, value FROM config_tag_values WHERE kind = 'label' ORDER BY key, value;
COMMENT ON VIEW config_labels IS 'One row per pair of labels of live configuration items.';

CREATE VIEW config_analysis_analyzers AS SELECT DISTINCT analyzer FROM config_analysis WHERE status = 'open' ORDER BY analyzer;
COMMENT ON VIEW config_analysis_analyzers IS 'One row per analyzer with open insights.';

CREATE VIEW config_analysis_items AS
SELECT a.*, i.type AS config_type, i.config_class, i.name AS config_name, i.tags, i.agent_id, i.deleted_at AS config_deleted_at,
  ARRAY(SELECT r.component_id FROM config_component_relationships r WHERE r.config_id = a.config_id AND r.deleted_at IS NULL)
    AS component_ids
FROM config_analysis a LEFT JOIN config_items i ON i.id = a.config_id;
COMMENT ON VIEW config_analysis_items IS 'One row per insight with its configuration item and the components that belongs to.';

CREATE VIEW config_changes_items AS
SELECT c.*, i.type AS config_type, i.config_class, i.name AS config_name, i.tags, i.agent_id, i.deleted_at AS config_deleted_at
FROM config_changes c LEFT JOIN config_items i ON i.id = c.config_id;
COMMENT ON VIEW config_changes_items IS 'One row per change with its configuration item.';

CREATE VIEW catalog_changes AS
SELECT c.id, c.config_id, i.name, i.type, i.tags, c.external_created_by, c.created_at, c.severity, c.change_type, c.source, c.summary,
  c.created_by, c.count, c.first_observed, i.agent_id, i.deleted_at
FROM config_changes c LEFT JOIN config_items i ON i.id = c.config_id;
COMMENT ON VIEW catalog_changes IS 'One row per change with what a list of changes shows of its item.';

CREATE VIEW analysis_by_config AS
SELECT id, jsonb_object_agg(analysis_type, severities) AS analysis
FROM (
  SELECT id, analysis_type, jsonb_object_agg(severity, count) AS severities
  FROM (
    SELECT config_id AS id, coalesce(analysis_type, 'other') AS analysis_type, coalesce(severity, 'unknown') AS severity, count(*) AS count
    FROM config_analysis WHERE status IS DISTINCT FROM 'resolved' GROUP BY 1, 2, 3
  ) AS counted GROUP BY id, analysis_type
) AS typed GROUP BY id;
COMMENT ON VIEW analysis_by_config IS 'One row per configuration item with insights that are not resolved: their number by type and severity.';

CREATE FUNCTION severity_rank(severity text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_position(ARRAY['critical', 'blocker', 'high', 'medium', 'low', 'info'], lower(severity))
$$;
COMMENT ON FUNCTION severity_rank(text) IS '1 for the worst severity; NULL for one that is not known.';

CREATE VIEW analysis_by_component AS
SELECT a.config_id, i.name, i.config_class, i.type, a.analysis_type, a.first_observed, a.last_observed, a.created_by, a.id AS analysis_id,
  a.severity, r.component_id
FROM config_analysis a
JOIN config_items i ON i.id = a.config_id AND i.deleted_at IS NULL
JOIN config_component_relationships r ON r.config_id = a.config_id AND r.deleted_at IS NULL
WHERE a.status = 'open'
ORDER BY severity_rank(a.severity) NULLS LAST, i.name;
COMMENT ON VIEW analysis_by_component IS 'One row per open insight and component that its item belongs to, worst first.';

CREATE VIEW analysis_summary_by_component AS
SELECT id, jsonb_object_agg(analysis_type, severities) AS analysis
FROM (
  SELECT id, analysis_type, jsonb_object_agg(severity, count) AS severities
  FROM (
    SELECT component_id AS id, coalesce(analysis_type, 'other') AS analysis_type, coalesce(severity, 'unknown') AS severity, count(*) AS count
    FROM analysis_by_component GROUP BY 1, 2, 3
  ) AS counted GROUP BY id, analysis_type
) AS typed GROUP BY id;
COMMENT ON VIEW analysis_summary_by_component IS 'One row per component with open insights: their number by type and severity.';

CREATE VIEW changes_by_component AS
SELECT c.id, c.config_id, i.name, i.config_class, i.type, c.change_type, c.created_at, c.created_by, c.id AS change_id, c.severity,
  r.component_id, i.deleted_at AS config_deleted_at
FROM config_changes c
JOIN config_items i ON i.id = c.config_id
JOIN config_component_relationships r ON r.config_id = c.config_id AND r.deleted_at IS NULL
ORDER BY c.created_at DESC;
COMMENT ON VIEW changes_by_component IS 'One row per change and component that its item belongs to, newest first.';

CREATE VIEW config_summary AS
SELECT i.type, i.created_at, i.updated_at, a.analysis, s.severity, coalesce(c.changes, 0) AS changes, i.total_configs, i.cost_per_minute,
  i.cost_total_1d, i.cost_total_7d, i.cost_total_30d
FROM (
  SELECT type, max(created_at) AS created_at, max(updated_at) AS updated_at, count(*) AS total_configs,
    sum(cost_per_minute) AS cost_per_minute, sum(cost_total_1d) AS cost_total_1d, sum(cost_total_7d) AS cost_total_7d,
    sum(cost_total_30d) AS cost_total_30d
  FROM config_items WHERE deleted_at IS NULL GROUP BY type
) i
LEFT JOIN (
  SELECT o.type, count(*) AS changes FROM config_changes x JOIN config_items o ON o.id = x.config_id
  WHERE x.created_at > now() - interval '30 days' GROUP BY o.type
) c ON c.type = i.type
LEFT JOIN (
  SELECT type, jsonb_object_agg(analysis_type, count) AS analysis FROM (
    SELECT o.type, coalesce(x.analysis_type, 'other') AS analysis_type, count(*) AS count
    FROM config_analysis x JOIN config_items o ON o.id = x.config_id AND o.deleted_at IS NULL WHERE x.status = 'open' GROUP BY 1, 2
  ) AS counted GROUP BY type
) a ON a.type = i.type
LEFT JOIN (
  SELECT type, jsonb_object_agg(severity, count) AS severity FROM (
    SELECT o.type, coalesce(x.severity, 'unknown') AS severity, count(*) AS count
    FROM config_analysis x JOIN config_items o ON o.id = x.config_id AND o.deleted_at IS NULL WHERE x.status = 'open' GROUP BY 1, 2
  ) AS counted GROUP BY type
) s ON s.type = i.type;
COMMENT ON VIEW config_summary IS 'One row per type of live configuration items: number, open insights, changes of 30 days and costs.';

CREATE VIEW config_class_summary AS
SELECT i.config_class, a.analysis, coalesce(c.changes, 0) AS changes, i.total_configs, i.cost_per_minute, i.cost_total_1d, i.cost_total_7d,
  i.cost_total_30d
FROM (
  SELECT config_class, count(*) AS total_configs, sum(cost_per_minute) AS cost_per_minute, sum(cost_total_1d) AS cost_total_1d,
    sum(cost_total_7d) AS cost_total_7d, sum(cost_total_30d) AS cost_total_30d
  FROM config_items GROUP BY config_class
) i
LEFT JOIN (
  SELECT o.config_class, count(*) AS changes FROM config_changes x JOIN config_items o ON o.id = x.config_id
  WHERE x.created_at > now() - interval '30 days' GROUP BY o.config_class
) c ON c.config_class = i.config_class
LEFT JOIN (
  SELECT config_class, jsonb_object_agg(analysis_type, count) AS analysis FROM (
    SELECT o.config_class, coalesce(x.analysis_type, 'other') AS analysis_type, count(*) AS count
    FROM config_analysis x JOIN config_items o ON o.id = x.config_id WHERE x.status = 'open' GROUP BY 1, 2
  ) AS counted GROUP BY config_class
) a ON a.config_class = i.config_class;
COMMENT ON VIEW config_class_summary IS 'One row per class of configuration items, deleted ones included: number, open insights, changes of 30 days and costs.';

CREATE VIEW config_changes_by_types AS
SELECT i.type, count(*) AS change_count FROM config_changes c JOIN config_items i ON i.id = c.config_id
WHERE c.created_at > now() - interval '30 days' GROUP BY i.type;
COMMENT ON VIEW config_changes_by_types IS 'One row per type of configuration items with changes in 30 days.';

CREATE VIEW config_analysis_by_severity AS
SELECT i.type, a.severity, count(*) AS analysis_count FROM config_analysis a JOIN config_items i ON i.id = a.config_id
WHERE a.first_observed > now() - interval '30 days' GROUP BY i.type, a.severity;
COMMENT ON VIEW config_analysis_by_severity IS 'One row per type and severity of insights first seen in 30 days.';

CREATE VIEW config_items_aws AS
SELECT c.*, c.labels ->> 'zone' AS zone, c.labels ->> 'region' AS region, c.labels ->> 'account' AS account FROM configs c
WHERE c.type LIKE 'AWS::%';
COMMENT ON VIEW config_items_aws IS 'One row per configuration item of AWS with where it runs.';

-- Topology

CREATE VIEW component_names AS
SELECT id, path, external_id, type, name, created_at, updated_at, icon, parent_id FROM components
WHERE deleted_at IS NULL AND NOT hidden ORDER BY name, external_id;
COMMENT ON VIEW component_names IS 'One row per live component that is not hidden, by name.';

CREATE VIEW component_names_all AS
SELECT id, path, external_id, type, name, created_at, updated_at, icon, parent_id, deleted_at FROM components
WHERE NOT hidden ORDER BY name, external_id;
COMMENT ON VIEW component_names_all IS 'One row per component that is not hidden, deleted ones included, by name.';

CREATE VIEW component_labels AS
SELECT DISTINCT l.key, l.value FROM components, jsonb_each_text(CASE WHEN jsonb_typeof(labels) = 'object' THEN labels END) AS l
ORDER BY l.key, l.value;
COMMENT ON VIEW component_labels IS 'One row per pair of labels that any component carries.';

CREATE VIEW components_with_logs AS
SELECT id, name, agent_id, icon, type FROM components WHERE deleted_at IS NULL AND log_selectors IS NOT NULL;
COMMENT ON VIEW components_with_logs IS 'One row per live component that says where its logs are.';

CREATE VIEW incident_summary_by_component AS
SELECT id, jsonb_object_agg(type, severities) AS incidents
FROM (
  SELECT id, type, jsonb_object_agg(severity, count) AS severities
  FROM (
    SELECT e.component_id AS id, i.type, i.severity, count(DISTINCT i.id) AS count
    FROM evidences e JOIN hypotheses h ON h.id = e.hypothesis_id JOIN incidents i ON i.id = h.incident_id
    WHERE e.component_id IS NOT NULL AND i.resolved IS NULL AND i.closed IS NULL
    GROUP BY 1, 2, 3
  ) AS counted GROUP BY id, type
) AS typed GROUP BY id;
COMMENT ON VIEW incident_summary_by_component IS 'One row per component with incidents that are neither resolved nor closed: their number by type and severity.';

CREATE VIEW topology AS
SELECT c.*,
  CASE WHEN jsonb_typeof(c.log_selectors) = 'array' THEN
    (SELECT json_agg(json_build_object('name', l ->> 'name')) FROM jsonb_array_elements(c.log_selectors) AS l) END AS logs,
  (SELECT json_object_agg(k.status, k.count) FROM (
    SELECT coalesce(b.status, 'unknown') AS status, count(*) AS count FROM checks_by_component b WHERE b.component_id = c.id GROUP BY 1) AS k) AS checks,
  ARRAY(SELECT t.name FROM team_components o JOIN teams t ON t.id = o.team_id AND t.deleted_at IS NULL
    WHERE o.component_id = c.id ORDER BY t.name) AS team_names,
  (SELECT s.incidents FROM incident_summary_by_component s WHERE s.id = c.id) AS incidents,
  (SELECT s.analysis FROM analysis_summary_by_component s WHERE s.id = c.id) AS analysis,
  ARRAY(SELECT DISTINCT r.component_id FROM component_relationships r WHERE r.relationship_id = c.id AND r.deleted_at IS NULL) AS children,
  ARRAY(SELECT DISTINCT r.relationship_id FROM component_relationships r WHERE r.component_id = c.id AND r.deleted_at IS NULL) AS parents
FROM components c WHERE c.deleted_at IS NULL;
COMMENT ON VIEW topology IS 'One row per live component with its logs, checks, teams, incidents, insights and further places in the tree.';

-- Checks

CREATE VIEW checks_status_artifacts AS
SELECT s.check_id, s.status AS check_status, s.message AS check_message, s.error, s.invalid, s.time, s.duration,
  (SELECT coalesce(json_agg(json_build_object('name', a.filename, 'size', a.size, 'id', a.id) ORDER BY a.filename), '[]')
    FROM artifacts a WHERE a.check_id = s.check_id AND a.check_time = s.time AND a.deleted_at IS NULL) AS artifacts
FROM check_statuses s;
COMMENT ON VIEW checks_status_artifacts IS 'One row per result with the files it left behind.';

CREATE VIEW check_size_summary AS
SELECT d.canary_id, d.id, s.min_time, s.max_time, s.count, s.size, s.avg_size
FROM check_definitions d
JOIN LATERAL (
  SELECT min(time) AS min_time, max(time) AS max_time, count(*) AS count, sum(pg_column_size(r.*))::bigint AS size,
    avg(pg_column_size(r.*)) AS avg_size
  FROM check_statuses r WHERE r.check_id = d.id
) s ON s.count > 0;
COMMENT ON VIEW check_size_summary IS 'One row per check with results: how many are kept and their size in bytes.';

-- Incidents

CREATE VIEW incident_summary AS
SELECT i.id, i.incident_id, i.title, i.severity, i.type, i.status, i.created_at, i.updated_at,
  (SELECT jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name)
    FROM (SELECT i.commander_id AS wanted) AS w LEFT JOIN people p ON p.id = w.wanted) AS commander,
  (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'avatar', r.avatar, 'name', r.name) ORDER BY r.id) FROM (
    SELECT p.id, p.avatar, p.name FROM responders s JOIN people p ON p.id = s.person_id WHERE s.incident_id = i.id AND s.deleted_at IS NULL
    UNION
    SELECT t.id, t.icon, t.name FROM responders s JOIN teams t ON t.id = s.team_id WHERE s.incident_id = i.id AND s.deleted_at IS NULL
  ) AS r) AS responders,
  (SELECT jsonb_agg(jsonb_build_object('id', p.id, 'avatar', p.avatar, 'name', p.name) ORDER BY p.id)
    FROM people p WHERE p.id IN (SELECT c.created_by FROM comments c WHERE c.incident_id = i.id)) AS commenters,
  i.created_by, i.commander_id, i.communicator_id
FROM incidents i;
COMMENT ON VIEW incident_summary IS 'One row per incident with the people on it.';

CREATE VIEW incidents_by_component AS
SELECT DISTINCT i.title, i.id, i.created_at, i.type, i.status, i.severity, e.component_id
FROM incidents i JOIN hypotheses h ON h.incident_id = i.id JOIN evidences e ON e.hypothesis_id = h.id
WHERE e.component_id IS NOT NULL;
COMMENT ON VIEW incidents_by_component IS 'One row per incident and component among its evidence.';

CREATE VIEW incidents_by_config AS
SELECT DISTINCT i.title, i.id, i.created_at, i.type, i.status, i.severity, e.config_id
FROM incidents i JOIN hypotheses h ON h.incident_id = i.id JOIN evidences e ON e.hypothesis_id = h.id
WHERE e.config_id IS NOT NULL;
COMMENT ON VIEW incidents_by_config IS 'One row per incident and configuration item among its evidence.';

-- Jobs and settings

CREATE INDEX job_history_resource_idx ON job_history (resource_id, created_at DESC, id DESC);
CREATE INDEX job_history_failed_idx ON job_history (resource_id, resource_type, time_start DESC) WHERE status = 'FAILED';
CREATE INDEX job_history_created_at_idx ON job_history (created_at DESC);
DROP INDEX job_history_resource_id_idx;

DROP VIEW job_histories;
CREATE VIEW job_histories AS
SELECT j.*,
  coalesce(CASE j.resource_type
    WHEN 'canary' THEN (SELECT name FROM canaries WHERE id = try_uuid(j.resource_id))
    WHEN 'components' THEN (SELECT name FROM components WHERE id = try_uuid(j.resource_id))
    WHEN 'config_scraper' THEN (SELECT name FROM config_scrapers WHERE id = try_uuid(j.resource_id))
    WHEN 'topology' THEN (SELECT name FROM topologies WHERE id = try_uuid(j.resource_id))
    WHEN 'team' THEN (SELECT name FROM teams WHERE id = try_uuid(j.resource_id))
    WHEN 'incident_rule' THEN (SELECT name FROM incident_rules WHERE id = try_uuid(j.resource_id))
    WHEN 'playbook' THEN (SELECT coalesce(nullif(title, ''), name) FROM playbooks WHERE id = try_uuid(j.resource_id))
  END, j.resource_id) AS resource_name,
  (SELECT json_build_object('id', a.id, 'name', a.name) FROM agents a WHERE a.id = j.agent_id) AS agent
FROM job_history j;
COMMENT ON VIEW job_histories IS 'One row per retained run of a job, with the name of its resource.';

DROP VIEW job_history_names;
CREATE VIEW job_history_names AS
WITH RECURSIVE found AS (
  (SELECT name FROM job_history WHERE name IS NOT NULL ORDER BY name LIMIT 1)
  UNION ALL
  SELECT (SELECT j.name FROM job_history j WHERE j.name > found.name ORDER BY j.name LIMIT 1) FROM found WHERE found.name IS NOT NULL
)
SELECT name FROM found WHERE name IS NOT NULL;
COMMENT ON VIEW job_history_names IS 'One row per job that ran.';

DROP VIEW canaries_with_status;
DO $$
DECLARE
  listed record;
  job_columns constant text := 'j.name AS job_name, j.success_count AS job_success_count, j.error_count AS job_error_count,
    j.details AS job_details, j.hostname AS job_hostname, j.duration_millis AS job_duration_millis, j.resource_type AS job_resource_type,
    j.status AS job_status, j.time_start AS job_time_start, j.time_end AS job_time_end, j.created_at AS job_created_at';
BEGIN
  FOR listed IN SELECT * FROM (VALUES
    ('canaries_with_status', 'canaries', 'canary', 't.id, t.name, t.namespace, t.spec ->> ''interval'' AS interval,
      t.spec ->> ''schedule'' AS schedule, t.labels, t.source, t.created_by, t.created_at, t.deleted_at,
      (SELECT max(s.last_runtime) FROM check_definitions d JOIN check_states s ON s.check_id = d.id
        WHERE d.canary_id = t.id AND d.deleted_at IS NULL) AS last_runtime',
      ', t.agent_id, t.updated_at', 'One row per live canary with its newest job run.'),
    ('topologies_with_status', 'topologies', 'topology', 't.*', '', 'One row per live topology with its newest job run.'),
    ('config_scrapers_with_status', 'config_scrapers', 'config_scraper', 't.*', '', 'One row per live scraper with its newest job run.'),
    ('teams_with_status', 'teams', 'team', 't.*', NULL, 'One row per live team with its newest job run.')
  ) AS v (view, relation, resource_type, own_columns, more_columns, meaning) LOOP
    EXECUTE format('CREATE VIEW %I AS
      SELECT %s, %s,
        (SELECT f.time_start FROM job_history f WHERE f.resource_id = t.id::text AND f.resource_type = %L AND f.status = ''FAILED''
         ORDER BY f.time_start DESC NULLS LAST LIMIT 1) AS job_last_failed%s%s
      FROM %I t
      LEFT JOIN LATERAL (
        SELECT * FROM job_history h WHERE h.resource_id = t.id::text ORDER BY h.created_at DESC, h.id DESC LIMIT 1
      ) j ON j.resource_type = %4$L
      WHERE t.deleted_at IS NULL', listed.view, listed.own_columns, job_columns, listed.resource_type,
      CASE WHEN listed.more_columns IS NOT NULL THEN
        ', (SELECT json_build_object(''id'', a.id, ''name'', a.name) FROM agents a WHERE a.id = t.agent_id) AS agent' ELSE '' END,
      coalesce(listed.more_columns, ''), listed.relation);
    EXECUTE format('COMMENT ON VIEW %I IS %L', listed.view, listed.meaning);
  END LOOP;
END $$;

CREATE VIEW integrations_with_status AS
SELECT u.*, p.name AS creator_name, p.avatar AS creator_avatar, p.title AS creator_title, p.email AS creator_email
FROM (
  SELECT id, name, description, 'scrapers' AS integration_type, source::text AS source, agent_id, created_at, updated_at, deleted_at, created_by,
    job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status,
    job_time_start, job_time_end, job_created_at, job_last_failed, agent::jsonb AS agent, namespace
  FROM config_scrapers_with_status
  UNION ALL
  SELECT id, name, '', 'topologies', source::text, agent_id, created_at, updated_at, deleted_at, created_by,
    job_name, job_success_count, job_error_count, job_details, job_hostname, job_duration_millis, job_resource_type, job_status,
    job_time_start, job_time_end, job_created_at, job_last_failed, agent::jsonb, namespace
  FROM topologies_with_status
  UNION ALL
  SELECT l.id, l.name, '', 'logging_backends', l.source::text, l.agent_id, l.created_at, l.updated_at, l.deleted_at, l.created_by,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    (SELECT jsonb_build_object('id', a.id, 'name', a.name) FROM agents a WHERE a.id = l.agent_id), l.namespace
  FROM logging_backends l WHERE l.deleted_at IS NULL
) u
LEFT JOIN people p ON p.id = u.created_by;
COMMENT ON VIEW integrations_with_status IS 'One row per live scraper, topology and log backend, with its newest job run and who made it.';

DROP VIEW agents_summary;
CREATE VIEW agents_summary AS
SELECT a.*,
  (SELECT count(*) FROM config_items i WHERE i.agent_id = a.id AND i.deleted_at IS NULL) AS config_count,
  (SELECT count(*) FROM config_scrapers s WHERE s.agent_id = a.id AND s.deleted_at IS NULL) AS config_scrapper_count,
  (SELECT count(*) FROM check_definitions d WHERE d.agent_id = a.id AND d.deleted_at IS NULL) AS checks_count,
  (SELECT count(*) FROM playbook_runs r WHERE r.agent_id = a.id) AS playbook_runs_count
FROM agents a WHERE a.deleted_at IS NULL;
COMMENT ON VIEW agents_summary IS 'One row per live agent with what it has sent.';

CREATE VIEW failed_events AS
SELECT name, count(DISTINCT error) AS unique_errors, round(avg(attempts), 2) AS average_attempts, count(*) AS total_failed_events,
  mode() WITHIN GROUP (ORDER BY error) AS most_common_error
FROM event_queue WHERE error IS NOT NULL AND attempts > 0 AND created_at > now() - interval '7 days' GROUP BY name;
COMMENT ON VIEW failed_events IS 'One row per name of an event that failed in the last 7 days.';

CREATE VIEW push_queue_summary AS
SELECT 'artifacts' AS "table", count(*) AS count FROM artifacts WHERE NOT is_pushed
UNION ALL SELECT 'topologies', count(*) FROM topologies WHERE NOT is_pushed
UNION ALL SELECT 'config_scrapers', count(*) FROM config_scrapers WHERE NOT is_pushed
UNION ALL SELECT 'canaries', count(*) FROM canaries WHERE NOT is_pushed
UNION ALL SELECT 'components', count(*) FROM components WHERE NOT is_pushed
UNION ALL SELECT 'checks', count(*) FROM check_definitions WHERE NOT is_pushed
UNION ALL SELECT 'config_items', count(*) FROM config_items WHERE NOT is_pushed
UNION ALL SELECT 'config_analysis', count(*) FROM config_analysis WHERE NOT is_pushed
UNION ALL SELECT 'config_changes', count(*) FROM config_changes WHERE NOT is_pushed
UNION ALL SELECT 'check_statuses', count(*) FROM check_statuses WHERE NOT is_pushed
UNION ALL SELECT 'config_relationships', count(*) FROM config_relationships WHERE NOT is_pushed
UNION ALL SELECT 'component_relationships', count(*) FROM component_relationships WHERE NOT is_pushed
UNION ALL SELECT 'config_component_relationships', count(*) FROM config_component_relationships WHERE NOT is_pushed
UNION ALL SELECT 'check_component_relationships', count(*) FROM check_component_relationships WHERE NOT is_pushed
UNION ALL SELECT 'check_config_relationships', count(*) FROM check_config_relationships WHERE NOT is_pushed
UNION ALL SELECT 'job_history', count(*) FROM job_history WHERE NOT is_pushed;
COMMENT ON VIEW push_queue_summary IS 'On an agent: how many rows of each table wait to be sent to the hub.';

-- People and connections

CREATE VIEW person AS SELECT * FROM people;
COMMENT ON VIEW person IS 'people under the name that older clients ask for.';

CREATE VIEW people_roles AS
SELECT p.id, p.name, p.email, array_agg(r.v1 ORDER BY r.v1) AS roles
FROM people p JOIN casbin_rule r ON r.ptype = 'g' AND r.v0 = p.id::text
GROUP BY p.id;
COMMENT ON VIEW people_roles IS 'One row per person with roles.';

CREATE FUNCTION connection_category(url text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN split_part(url, '://', 1) IN ('bark', 'discord', 'smtp', 'gotify', 'googlechat', 'ifttt', 'join', 'mattermost', 'matrix',
    'ntfy', 'opsgenie', 'pushbullet', 'pushover', 'rocketchat', 'slack', 'teams', 'telegram', 'zulip') THEN 'notification' ELSE '' END
$$;
COMMENT ON FUNCTION connection_category(text) IS 'notification when the address is one that messages are sent to, otherwise empty.';

CREATE VIEW connections_list AS
SELECT id, name, namespace, type, connection_category(url) AS category, created_by, created_at, updated_at
FROM connection_definitions WHERE deleted_at IS NULL;
COMMENT ON VIEW connections_list IS 'One row per live connection, without what is in it.';

CREATE VIEW connection_details AS
SELECT id, name, namespace, type, source, mask_properties(properties) AS properties, insecure_tls, created_by, created_at, updated_at,
  connection_category(url) AS category,
  mask_sensitive(username) AS username, mask_sensitive(password) AS password, mask_sensitive(certificate) AS certificate
FROM connection_definitions WHERE deleted_at IS NULL;
COMMENT ON VIEW connection_details IS 'One row per live connection with its secrets masked.';

-- Playbooks and notifications

CREATE VIEW playbook_names AS
SELECT id, title, name, coalesce(spec ->> 'description', description) AS description,
  coalesce(nullif(spec ->> 'category', ''), nullif(category, '')) AS category, coalesce(spec ->> 'icon', icon) AS icon, namespace
FROM playbooks WHERE deleted_at IS NULL ORDER BY name;
COMMENT ON VIEW playbook_names IS 'One row per live playbook, by name.';

CREATE VIEW playbooks_for_agent AS
SELECT a.name AS agent_name, a.person_id, a.id AS agent_id, jsonb_agg(p.id) AS playbook_ids
FROM agents a JOIN playbooks p ON p.spec -> 'runsOn' @> to_jsonb(a.name) AND p.deleted_at IS NULL
WHERE a.deleted_at IS NULL GROUP BY a.id;
COMMENT ON VIEW playbooks_for_agent IS 'One row per agent with the playbooks that may run on it.';

CREATE VIEW notifications_summary AS
SELECT n.id, n.name, coalesce(n.namespace, '') AS namespace, n.error, n.title, n.events, n.filter, n.person_id, n.team_id, n.custom_services,
  n.created_at, n.updated_at, n.created_by, n.source, n.repeat_interval, n.wait_for,
  (SELECT count(*) FROM event_queue q
    WHERE q.name = 'notification.send' AND q.properties ->> 'notification_id' = n.id::text AND q.attempts < 4) AS pending,
  h.avg_duration_ms, h.failed, h.sent, h.most_common_error
FROM notifications n
CROSS JOIN LATERAL (
  SELECT round(avg(s.duration_millis) FILTER (WHERE s.status = 'sent'), 2) AS avg_duration_ms,
    count(*) FILTER (WHERE s.status = 'error') AS failed, count(*) FILTER (WHERE s.status = 'sent') AS sent,
    mode() WITHIN GROUP (ORDER BY s.error) FILTER (WHERE s.status = 'error') AS most_common_error
  FROM notification_send_history s WHERE s.notification_id = n.id
) h
WHERE n.deleted_at IS NULL;
COMMENT ON VIEW notifications_summary IS 'One row per live rule with what became of its messages.';

CREATE VIEW notification_send_history_summary AS
SELECT s.*,
  split_part(s.source_event, '.', 1) AS resource_type,
  CASE split_part(s.source_event, '.', 1)
    WHEN 'config' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'config_class', c.config_class)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN config_items c ON c.id = w.wanted)
    WHEN 'component' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.name, 'icon', c.icon)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN components c ON c.id = w.wanted)
    WHEN 'check' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type, 'status', c.status, 'icon', c.icon)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN checks c ON c.id = w.wanted)
    WHEN 'canary' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.name)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN canaries c ON c.id = w.wanted)
    WHEN 'playbook' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.name, 'icon', c.icon)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN playbooks c ON c.id = w.wanted)
    WHEN 'incident' THEN (SELECT jsonb_build_object('id', c.id, 'name', c.title)
      FROM (SELECT s.resource_id AS wanted) AS w LEFT JOIN incidents c ON c.id = w.wanted)
  END AS resource
FROM notification_send_history s;
COMMENT ON VIEW notification_send_history_summary IS 'One row per message with what it was about; an object of nulls when that is gone.';
