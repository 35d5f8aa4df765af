const JOB =
  'job_name text, job_success_count integer, job_error_count integer, job_details jsonb, job_hostname text, job_duration_millis integer, job_resource_type text, job_status text, job_time_start timestamptz, job_time_end timestamptz, job_created_at timestamptz, job_last_failed timestamptz';
const STATUS_SUMMARY =
  'check_id uuid, p99 integer, p95 integer, p50 integer, mean numeric, passed bigint, failed bigint, last_check timestamptz, last_pass timestamptz, last_fail timestamptz';
const CHECK_SUMMARY =
  'id uuid, canary_id uuid, uptime json, latency json, last_transition_time timestamptz, type text, icon text, name text, status text, description text, namespace text, canary_namespace text, canary_name text, labels jsonb, severity text, owner text, last_runtime timestamptz, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, silenced_at timestamptz';
const COSTS = 'cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric';
const ITEM_COSTS = COSTS.replaceAll('numeric', 'numeric(16,4)');
const CONFIGS = `id uuid, scraper_id uuid, config_class text, external_id text[], type text, name text, namespace text, description text, source text, labels jsonb, tags jsonb, created_by uuid, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, ${ITEM_COSTS}, agent_id uuid, status text, health text, ready boolean, path text, changes bigint, analysis jsonb`;
const CONFIG_COUNTS = 'config_id uuid, config_changes_count bigint, config_analysis_type_counts jsonb';
const COMPONENT_NAMES =
  'id uuid, path text, external_id text, type text, name text, created_at timestamptz, updated_at timestamptz, icon text, parent_id uuid';
const INCIDENT = 'title text, id uuid, created_at timestamptz, type text, status text, severity text';

/**
 * Columns of every view in the contract. `+ x` stands for every column of the table or view x.
 * Source: data-model §3; the last ones are those that the console asks for and the original lacks (console-calls §1, §2).
 */
export const CONTRACT_VIEWS: Readonly<Record<string, string>> = {
  check_names: 'id uuid, canary_id uuid, type text, name text, status text',
  check_labels: 'key text, value text',
  check_status_summary_hour: STATUS_SUMMARY,
  check_status_summary_aged: STATUS_SUMMARY,
  check_status_summary: STATUS_SUMMARY,
  check_summary: CHECK_SUMMARY,
  check_summary_for_config: `config_id uuid, ${CHECK_SUMMARY}`,
  checks_by_component: 'component_id uuid, id uuid, type text, name text, severity text, status text',
  checks_by_config:
    'config_id uuid, id uuid, type text, name text, severity text, status text, icon text, last_runtime timestamptz',
  check_summary_by_component: 'component_id uuid, checks json',
  check_summary_by_config: 'config_id uuid, checks json',
  check_statuses_5m:
    'check_id uuid, created_at timestamptz, total_checks bigint, passed bigint, failed bigint, total_duration bigint',
  checks_status_artifacts:
    'check_id uuid, check_status boolean, check_message text, error text, invalid boolean, time timestamptz, duration integer, artifacts json',
  check_size_summary:
    'canary_id uuid, id uuid, min_time timestamptz, max_time timestamptz, count bigint, size bigint, avg_size numeric',
  canaries_with_status: `id uuid, name text, namespace text, interval text, schedule text, labels jsonb, source text, created_by uuid, created_at timestamptz, deleted_at timestamptz, last_runtime timestamptz, ${JOB}, agent json`,
  component_names: COMPONENT_NAMES,
  component_names_all: `${COMPONENT_NAMES}, deleted_at timestamptz`,
  component_labels: 'key text, value text',
  component_types: 'type text',
  components_with_logs: 'id uuid, name text, agent_id uuid, icon text, type text',
  topology:
    '+ components, logs json, checks json, team_names text[], incidents jsonb, analysis jsonb, children uuid[], parents uuid[]',
  analysis_by_component:
    'config_id uuid, name text, config_class text, type text, analysis_type text, first_observed timestamptz, last_observed timestamptz, created_by uuid, analysis_id uuid, severity text, component_id uuid',
  analysis_summary_by_component: 'id uuid, analysis jsonb',
  analysis_by_config: 'id uuid, analysis jsonb',
  changes_by_component:
    'id uuid, config_id uuid, name text, config_class text, type text, change_type text, created_at timestamptz, created_by uuid, change_id uuid, severity text, component_id uuid, config_deleted_at timestamptz',
  incident_summary_by_component: 'id uuid, incidents jsonb',
  config_item_summary_3d: CONFIG_COUNTS,
  config_item_summary_7d: CONFIG_COUNTS,
  config_item_summary_30d: CONFIG_COUNTS,
  configs: CONFIGS,
  config_detail: '+ config_items, summary json, components json',
  config_names: 'id uuid, type text, external_id text[], name text',
  config_types: 'type text',
  config_classes: 'config_class text',
  config_statuses: 'status text',
  config_tags: 'key text, value text',
  config_labels: 'key text, value text',
  change_types: 'change_type text',
  analysis_types: 'analysis_type text',
  analyzer_types: 'analyzer text',
  config_analysis_analyzers: 'analyzer text',
  config_analysis_items: '+ config_analysis, config_type text, config_class text',
  catalog_changes:
    'id uuid, config_id uuid, name text, type text, tags jsonb, external_created_by text, created_at timestamptz, severity text, change_type text, source text, summary text, created_by uuid, count integer, first_observed timestamptz, agent_id uuid',
  config_summary: `type text, created_at timestamptz, updated_at timestamptz, analysis jsonb, severity jsonb, changes bigint, total_configs bigint, ${COSTS}`,
  config_class_summary: `config_class text, analysis jsonb, changes bigint, total_configs bigint, ${COSTS}`,
  config_changes_by_types: 'type text, change_count bigint',
  config_analysis_by_severity: 'type text, severity text, analysis_count bigint',
  config_items_aws: '+ configs, zone text, region text, account text',
  incident_summary:
    'id uuid, incident_id character varying(10), title text, severity text, type text, status text, created_at timestamptz, updated_at timestamptz, commander jsonb, responders jsonb, commenters jsonb',
  incidents_by_component: `${INCIDENT}, component_id uuid`,
  incidents_by_config: `${INCIDENT}, config_id uuid`,
  job_history_latest_status: '+ job_history, rn bigint',
  topologies_with_status: `+ topologies, ${JOB}, agent json`,
  config_scrapers_with_status: `+ config_scrapers, ${JOB}, agent json`,
  teams_with_status: `+ teams, ${JOB}`,
  integrations_with_status: `id uuid, name text, description text, integration_type text, source text, agent_id uuid, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, created_by uuid, ${JOB}, agent jsonb, creator_name text, creator_avatar text, creator_title text, creator_email text`,
  job_histories: '+ job_history, resource_name text, agent json',
  job_history_names: 'name text',
  event_queue_summary:
    'name text, pending bigint, failed bigint, average_attempts numeric, first_failure timestamptz, last_failure timestamptz, most_common_error text',
  failed_events: 'name text, unique_errors bigint, average_attempts numeric, total_failed_events bigint, most_common_error text',
  push_queue_summary: 'table text, count bigint',
  agents_summary: '+ agents, config_count bigint, config_scrapper_count bigint, checks_count bigint, playbook_runs_count bigint',
  connections_list:
    'id uuid, name text, namespace text, type text, category text, created_by uuid, created_at timestamptz, updated_at timestamptz',
  connection_details:
    'id uuid, name text, namespace text, type text, source source, properties jsonb, insecure_tls boolean, created_by uuid, created_at timestamptz, updated_at timestamptz, category text, username text, password text, certificate text',
  people_roles: 'id uuid, name text, email text, roles character varying[]',
  playbook_names: 'id uuid, title text, name text, description text, category text, icon text',
  playbooks_for_agent: 'agent_name text, person_id uuid, agent_id uuid, playbook_ids jsonb',
  notifications_summary:
    'id uuid, name text, namespace text, error text, title text, events text[], filter text, person_id uuid, team_id uuid, custom_services jsonb, created_at timestamptz, updated_at timestamptz, created_by uuid, source source, repeat_interval text, wait_for bigint, pending bigint, avg_duration_ms numeric, failed bigint, sent bigint, most_common_error text',
  notification_send_history_summary: '+ notification_send_history, resource_type text, resource jsonb',
  canary_names: 'id uuid, name text',
  config_changes_items: '+ config_changes, config_type text, config_class text',
  config_item: '+ configs',
  person: '+ people',
};
