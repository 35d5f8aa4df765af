-- What the console and the row API read about checks.

CREATE VIEW check_names AS
SELECT id, canary_id, type, name, status FROM checks WHERE deleted_at IS NULL AND silenced_at IS NULL ORDER BY name;
COMMENT ON VIEW check_names IS 'One row per live check that is not silenced, by name.';

CREATE VIEW canary_names AS
SELECT id, name, namespace FROM canaries WHERE deleted_at IS NULL ORDER BY name;
COMMENT ON VIEW canary_names IS 'One row per live canary, by name.';

CREATE VIEW check_labels AS
SELECT DISTINCT l.key, l.value FROM check_definitions, jsonb_each_text(coalesce(labels, '{}')) AS l ORDER BY l.key, l.value;
COMMENT ON VIEW check_labels IS 'One row per label pair that any check carries.';

CREATE VIEW check_status_summary_hour AS
SELECT check_id,
  percentile_disc(0.99) WITHIN GROUP (ORDER BY duration) AS p99,
  percentile_disc(0.97) WITHIN GROUP (ORDER BY duration) AS p97,
  percentile_disc(0.95) WITHIN GROUP (ORDER BY duration) AS p95,
  percentile_disc(0.50) WITHIN GROUP (ORDER BY duration) AS p50,
  avg(duration) AS mean,
  count(*) FILTER (WHERE status) AS passed,
  count(*) FILTER (WHERE NOT status) AS failed,
  max(time) AS last_check,
  max(time) FILTER (WHERE status) AS last_pass,
  max(time) FILTER (WHERE NOT status) AS last_fail
FROM check_statuses
WHERE time > now() - interval '1 hour'
GROUP BY check_id;
COMMENT ON VIEW check_status_summary_hour IS 'One row per check with a result in the last hour: percentiles in milliseconds, counts, newest times.';

CREATE VIEW check_status_summary_aged AS
SELECT s.check_id, s.last_duration AS p99, s.last_duration AS p97, s.last_duration AS p95, s.last_duration AS p50,
  s.last_duration::numeric AS mean,
  CASE WHEN s.status = 'healthy' THEN 1 ELSE 0 END::bigint AS passed,
  CASE WHEN s.status = 'unhealthy' THEN 1 ELSE 0 END::bigint AS failed,
  s.last_runtime AS last_check,
  CASE WHEN s.status = 'healthy' THEN s.last_runtime END AS last_pass,
  CASE WHEN s.status = 'unhealthy' THEN s.last_runtime END AS last_fail
FROM check_states s
JOIN check_definitions d ON d.id = s.check_id AND d.deleted_at IS NULL
WHERE s.last_runtime <= now() - interval '1 hour';
COMMENT ON VIEW check_status_summary_aged IS 'One row per live check whose newest result is older than an hour: that result as a single sample.';

CREATE VIEW check_summary AS
SELECT d.id, d.canary_id,
  json_build_object('passed', coalesce(u.passed, 0), 'failed', coalesce(u.failed, 0), 'last_pass', u.last_pass, 'last_fail', u.last_fail) AS uptime,
  json_build_object('p99', u.p99, 'p97', u.p97, 'p95', u.p95, 'p50', u.p50, 'avg', u.mean, 'rolling1h', 0) AS latency,
  s.last_transition_time, d.type, d.icon, d.name, s.status, d.description, d.namespace, c.namespace AS canary_namespace,
  c.name AS canary_name, coalesce(c.labels, '{}') || coalesce(d.labels, '{}') AS labels, d.severity, d.owner, s.last_runtime,
  d.created_at, d.updated_at, d.deleted_at, d.silenced_at, d.agent_id, s.next_runtime
FROM check_definitions d
JOIN canaries c ON c.id = d.canary_id
LEFT JOIN check_states s ON s.check_id = d.id
LEFT JOIN check_status_summary u ON u.check_id = d.id;
COMMENT ON VIEW check_summary IS 'One row per check, deleted ones included: definition, state and the figures of the last hour.';

CREATE VIEW check_summary_for_config AS
SELECT r.config_id, s.* FROM check_config_relationships r JOIN check_summary s ON s.id = r.check_id WHERE r.deleted_at IS NULL;
COMMENT ON VIEW check_summary_for_config IS 'One row per live relation of a configuration item and a check.';

CREATE VIEW checks_by_component AS
SELECT r.component_id, c.id, c.type, c.name, c.severity, c.status
FROM check_component_relationships r JOIN checks c ON c.id = r.check_id WHERE r.deleted_at IS NULL AND c.deleted_at IS NULL;
COMMENT ON VIEW checks_by_component IS 'One row per live relation of a component and a live check.';

CREATE VIEW checks_by_config AS
SELECT r.config_id, c.id, c.type, c.name, c.severity, c.status, c.icon, c.last_runtime
FROM check_config_relationships r JOIN checks c ON c.id = r.check_id WHERE r.deleted_at IS NULL AND c.deleted_at IS NULL;
COMMENT ON VIEW checks_by_config IS 'One row per live relation of a configuration item and a live check.';

CREATE VIEW check_summary_by_component AS
SELECT component_id, json_object_agg(status, count) AS checks
FROM (SELECT component_id, coalesce(status, 'unknown') AS status, count(*) AS count FROM checks_by_component GROUP BY 1, 2) AS counted
GROUP BY component_id;
COMMENT ON VIEW check_summary_by_component IS 'One row per component with checks: number of checks by status.';

CREATE VIEW check_summary_by_config AS
SELECT config_id, json_object_agg(status, count) AS checks
FROM (SELECT config_id, coalesce(status, 'unknown') AS status, count(*) AS count FROM checks_by_config GROUP BY 1, 2) AS counted
GROUP BY config_id;
COMMENT ON VIEW check_summary_by_config IS 'One row per configuration item with checks: number of checks by status.';

CREATE VIEW check_statuses_5m AS
SELECT check_id, date_bin('5 minutes', time, 'epoch') AS created_at, count(*) AS total_checks,
  count(*) FILTER (WHERE status) AS passed, count(*) FILTER (WHERE NOT status) AS failed, sum(duration) AS total_duration
FROM check_statuses WHERE time > now() - interval '1 day'
GROUP BY 1, 2;
COMMENT ON VIEW check_statuses_5m IS 'One row per check and five minutes of the last day.';

CREATE VIEW configs AS
SELECT id, scraper_id, config_class, external_id, type, name, tags ->> 'namespace' AS namespace, description, source, labels, tags,
  created_by, created_at, updated_at, deleted_at, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, agent_id, status,
  health, ready, path
FROM config_items;
COMMENT ON VIEW configs IS 'One row per configuration item, without the document itself.';

CREATE VIEW job_histories AS
SELECT j.*, coalesce(c.name, j.resource_id) AS resource_name,
  json_build_object('id', a.id, 'name', a.name) AS agent
FROM job_history j
LEFT JOIN canaries c ON j.resource_type = 'canary' AND c.id::text = j.resource_id
LEFT JOIN agents a ON a.id = j.agent_id;
COMMENT ON VIEW job_histories IS 'One row per retained run of a job, with the name of its resource.';

CREATE VIEW job_history_names AS SELECT DISTINCT name FROM job_history;
COMMENT ON VIEW job_history_names IS 'One row per job that ran.';

CREATE VIEW job_history_latest_status AS
SELECT * FROM (
  SELECT j.*, row_number() OVER (PARTITION BY resource_id ORDER BY created_at DESC, id DESC) AS rn FROM job_history j
) AS ranked WHERE rn = 1;
COMMENT ON VIEW job_history_latest_status IS 'One row per resource: its newest job run.';

CREATE VIEW canaries_with_status AS
SELECT c.id, c.name, c.namespace, c.spec ->> 'interval' AS interval, c.spec ->> 'schedule' AS schedule, c.labels, c.source, c.created_by,
  c.created_at, c.deleted_at,
  (SELECT max(s.last_runtime) FROM check_definitions d JOIN check_states s ON s.check_id = d.id
   WHERE d.canary_id = c.id AND d.deleted_at IS NULL) AS last_runtime,
  j.name AS job_name, j.success_count AS job_success_count, j.error_count AS job_error_count, j.details AS job_details,
  j.hostname AS job_hostname, j.duration_millis AS job_duration_millis, j.resource_type AS job_resource_type, j.status AS job_status,
  j.time_start AS job_time_start, j.time_end AS job_time_end, j.created_at AS job_created_at,
  (SELECT max(f.time_start) FROM job_history f
   WHERE f.resource_id = c.id::text AND f.resource_type = 'canary' AND f.status = 'FAILED') AS job_last_failed,
  json_build_object('id', a.id, 'name', a.name) AS agent
FROM canaries c
LEFT JOIN agents a ON a.id = c.agent_id
LEFT JOIN LATERAL (
  SELECT * FROM job_history h WHERE h.resource_id = c.id::text AND h.resource_type = 'canary' ORDER BY h.created_at DESC, h.id DESC LIMIT 1
) j ON true
WHERE c.deleted_at IS NULL;
COMMENT ON VIEW canaries_with_status IS 'One row per live canary with its newest job run.';

CREATE VIEW agents_summary AS
SELECT a.*,
  (SELECT count(*) FROM config_items i WHERE i.agent_id = a.id AND i.deleted_at IS NULL) AS config_count,
  (SELECT count(*) FROM check_definitions d WHERE d.agent_id = a.id AND d.deleted_at IS NULL) AS checks_count
FROM agents a WHERE a.deleted_at IS NULL;
COMMENT ON VIEW agents_summary IS 'One row per live agent with what it has sent.';

CREATE VIEW event_queue_summary AS
SELECT name, count(*) AS pending, count(*) FILTER (WHERE error IS NOT NULL) AS failed, round(avg(attempts), 2) AS average_attempts,
  min(created_at) FILTER (WHERE error IS NOT NULL) AS first_failure, max(last_attempt) AS last_failure,
  mode() WITHIN GROUP (ORDER BY error) AS most_common_error
FROM event_queue GROUP BY name;
COMMENT ON VIEW event_queue_summary IS 'One row per name of a waiting event.';
