/** Columns of every table in the contract: name and type, `!` where a value is required. Source: data-model §2. */
export const CONTRACT_TABLES: Readonly<Record<string, string>> = {
  access_tokens: 'id uuid!, name text!, person_id uuid!, value text!, created_at timestamptz!, expires_at timestamptz',
  agents:
    'id uuid!, name text!, hostname text, description text, ip text, version text, username text, person_id uuid, properties jsonb, tls text, created_by uuid, created_at timestamptz!, updated_at timestamptz!, cleanup boolean!, deleted_at timestamptz, last_seen timestamptz, last_received timestamptz',
  artifacts:
    'id uuid!, check_id uuid, check_time timestamptz, playbook_run_action_id uuid, connection_id uuid, path text!, filename text!, content_type text, size integer!, checksum text!, is_pushed boolean!, is_data_pushed boolean!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, expires_at timestamptz',
  canaries:
    'id uuid!, agent_id uuid!, name text!, namespace text!, labels jsonb, annotations jsonb, spec jsonb!, source text, is_pushed boolean!, created_at timestamptz, created_by uuid, updated_at timestamptz, deleted_at timestamptz',
  casbin_rule:
    'id bigint!, ptype character varying(100)!, v0 character varying(100)!, v1 character varying(100)!, v2 character varying(100), v3 character varying(100), v4 character varying(100), v5 character varying(100)',
  check_component_relationships:
    'component_id uuid!, check_id uuid!, canary_id uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, selector_id text, is_pushed boolean!',
  check_config_relationships:
    'config_id uuid!, check_id uuid!, canary_id uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, selector_id text, is_pushed boolean!',
  check_statuses:
    'check_id uuid!, details jsonb, duration integer, error text, time timestamptz!, created_at timestamptz!, invalid boolean, message text, status boolean, severity text, is_pushed boolean!',
  check_statuses_1d:
    'check_id uuid!, created_at timestamptz!, duration integer!, total integer!, passed integer!, failed integer!',
  check_statuses_1h:
    'check_id uuid!, created_at timestamptz!, duration integer!, total integer!, passed integer!, failed integer!',
  checks:
    'id uuid!, canary_id uuid!, agent_id uuid!, type text!, name text!, namespace text, description text, icon text, spec jsonb, labels jsonb, owner text, severity text, category text, is_pushed boolean!, transformed boolean, last_runtime timestamptz, last_transition_time timestamptz, next_runtime timestamptz, silenced_at timestamptz, status text, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz',
  comment_responders:
    'id uuid!, comment_id uuid!, responder_id uuid!, external_id text, created_at timestamptz!, updated_at timestamptz!',
  comments:
    'id uuid!, created_by uuid!, comment text!, external_id text, external_created_by text, incident_id uuid!, responder_id uuid, hypothesis_id uuid, read smallint[], created_at timestamptz!, updated_at timestamptz!',
  component_relationships:
    'component_id uuid!, relationship_id uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, selector_id text, relationship_path text, is_pushed boolean!',
  components:
    'id uuid!, agent_id uuid!, topology_id uuid, external_id text!, parent_id uuid, config_id uuid, name text!, text text, topology_type text, namespace text, labels jsonb, hidden boolean!, silenced boolean!, is_pushed boolean!, status text!, status_expr text, health_expr text, health text, description text, lifecycle text, tooltip text, status_reason text, schedule text, icon text, type text, owner text, selectors jsonb, log_selectors jsonb, component_checks jsonb, configs jsonb, properties jsonb, path text, summary jsonb, is_leaf boolean, cost_per_minute numeric(16,4), cost_total_1d numeric(16,4), cost_total_7d numeric(16,4), cost_total_30d numeric(16,4), created_by uuid, created_at timestamptz!, updated_at timestamptz, deleted_at timestamptz',
  config_analysis:
    'id uuid!, config_id uuid!, scraper_id uuid, created_by uuid, source text, analyzer text!, analysis_type text, severity text, summary text, status text, message text, analysis jsonb, first_observed timestamptz!, last_observed timestamptz, is_pushed boolean!',
  config_changes:
    'id uuid!, config_id uuid!, external_change_id text, external_created_by text, change_type text, severity text, source text, summary text, patches jsonb, diff text, details jsonb, created_by uuid, created_at timestamptz!, count integer!, fingerprint text, first_observed timestamptz!, is_pushed boolean!',
  config_component_relationships:
    'component_id uuid!, config_id uuid!, created_at timestamptz!, updated_at timestamptz, deleted_at timestamptz, selector_id text, is_pushed boolean!',
  config_items:
    'id uuid!, agent_id uuid!, icon text, scraper_id uuid, config_class text!, status text, health text, ready boolean, external_id text[], type text!, cost_per_minute numeric(16,4), cost_total_1d numeric(16,4), cost_total_7d numeric(16,4), cost_total_30d numeric(16,4), name text, description text, config jsonb, source text, labels jsonb, tags jsonb, properties jsonb, parent_id uuid, path text, is_pushed boolean!, created_by uuid, last_scraped_time timestamptz, created_at timestamptz!, updated_at timestamptz, deleted_at timestamptz, delete_reason text',
  config_relationships:
    'config_id uuid!, related_id uuid!, relation text, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, selector_id text, is_pushed boolean!',
  config_scrapers:
    'id uuid!, description text, name text!, spec jsonb!, source source!, created_by uuid, agent_id uuid!, created_at timestamptz!, updated_at timestamptz, deleted_at timestamptz, is_pushed boolean!',
  connections:
    'id uuid!, name text!, namespace text!, type text!, url text, source source, username text, password text, certificate text, properties jsonb, insecure_tls boolean, created_by uuid, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  event_queue:
    'id uuid!, name text!, properties jsonb, error text, delay bigint, created_at timestamptz!, last_attempt timestamptz, attempts integer, priority integer!',
  evidences:
    'id uuid!, description text!, hypothesis_id uuid!, config_id uuid, config_change_id uuid, config_analysis_id uuid, component_id uuid, check_id uuid, definition_of_done boolean, done boolean, factor boolean, mitigator boolean, created_by uuid!, type text!, evidence jsonb, properties jsonb, created_at timestamptz!, updated_at timestamptz!, script text, script_result text',
  hypotheses:
    'id uuid!, created_by uuid!, incident_id uuid!, parent_id uuid, owner uuid, team_id uuid, type text!, title text!, status text!, created_at timestamptz!, updated_at timestamptz!',
  incident_histories:
    'id uuid!, incident_id uuid!, created_by uuid!, type text, description text, hypothesis_id uuid, created_at timestamptz!, updated_at timestamptz!, responder_id uuid, evidence_id uuid, comment_id uuid',
  incident_relationships:
    'incident_id uuid!, related_id uuid!, relationship text!, created_at timestamptz!, updated_at timestamptz!',
  incident_rules:
    'id uuid!, name text!, spec jsonb, source text, created_by uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  incidents:
    'id uuid!, incident_id character varying(10)!, incident_rule_id uuid, title text!, created_by uuid!, commander_id uuid, communicator_id uuid, severity text!, description text!, type text!, status text!, acknowledged timestamptz, resolved timestamptz, closed timestamptz, created_at timestamptz!, updated_at timestamptz!',
  integrations:
    'id uuid!, name text!, icon text, spec jsonb, source text, created_by uuid!, created_at timestamptz!, updated_at timestamptz!',
  job_history:
    'id uuid!, agent_id uuid!, name text, success_count integer, error_count integer, details jsonb, hostname text, duration_millis integer, resource_type text, resource_id text, status text, time_start timestamptz, time_end timestamptz, created_at timestamptz!, is_pushed boolean!',
  logging_backends:
    'id uuid!, name text!, labels jsonb, spec jsonb!, source source, agent_id uuid, created_at timestamptz, created_by uuid, updated_at timestamptz, deleted_at timestamptz',
  notification_send_history:
    'id uuid!, notification_id uuid!, body text, status text, count integer!, first_observed timestamptz!, source_event text!, resource_id uuid!, person_id uuid, error text, duration_millis integer, created_at timestamptz!',
  notification_silences:
    'id uuid!, namespace text!, description text, from timestamptz!, until timestamptz!, recursive boolean, config_id uuid, check_id uuid, canary_id uuid, component_id uuid, source source, created_by uuid, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  notifications:
    'id uuid!, name text!, namespace text, events text[]!, error text, title text, template text, filter text, properties jsonb, person_id uuid, team_id uuid, repeat_interval text, wait_for bigint, group_by text[], custom_services jsonb, created_by uuid, created_at timestamptz!, source source, updated_at timestamptz!, deleted_at timestamptz',
  people:
    'id uuid!, name text!, avatar text, type text, team_id uuid, organization text, title text, email text, phone text, properties jsonb, external_id text, created_at timestamptz!, updated_at timestamptz, deleted_at timestamptz, last_login timestamptz',
  permissions:
    'id uuid!, description text, source text, action text!, object text, deny boolean!, component_id uuid, config_id uuid, canary_id uuid, playbook_id uuid, connection_id uuid, created_by uuid!, person_id uuid, team_id uuid, updated_by uuid, created_at timestamptz!, updated_at timestamptz!, until timestamptz',
  playbook_action_agent_data: 'action_id uuid!, playbook_id uuid!, run_id uuid!, spec jsonb!, env jsonb',
  playbook_approvals: 'id uuid!, run_id uuid!, person_id uuid, team_id uuid, created_at timestamptz!',
  playbook_run_actions:
    'id uuid!, name text!, status text!, playbook_run_id uuid, start_time timestamptz, scheduled_time timestamptz!, end_time timestamptz, result jsonb, is_pushed boolean!, agent_id uuid, error text',
  playbook_runs:
    'id uuid!, playbook_id uuid!, spec jsonb!, status text!, created_at timestamptz!, start_time timestamptz, scheduled_time timestamptz!, end_time timestamptz, created_by uuid, check_id uuid, config_id uuid, component_id uuid, parameters jsonb, request jsonb, agent_id uuid, error text',
  playbooks:
    'id uuid!, namespace text!, name text!, title text!, icon text, description text, spec jsonb!, created_by uuid, source source!, category text!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  properties: 'name text!, value text!, created_by uuid, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz',
  responders:
    'id uuid!, incident_id uuid!, type text!, index smallint, person_id uuid, team_id uuid, external_id text, properties jsonb, acknowledged timestamptz, resolved timestamptz, closed timestamptz, created_by uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  saved_query:
    'id uuid!, icon text, description text, query text!, columns jsonb, created_by text, created_at timestamptz!, updated_at timestamptz!',
  severities: 'id integer, name text!, aliases text[], icon text',
  team_components: 'team_id uuid!, component_id uuid!, role text, selector_id text',
  team_members: 'team_id uuid!, person_id uuid!',
  teams:
    'id uuid!, name text!, icon text, spec jsonb, source text, created_by uuid!, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz',
  topologies:
    'id uuid!, agent_id uuid!, name text!, namespace text!, labels jsonb, source source!, spec jsonb, created_at timestamptz, updated_at timestamptz, is_pushed boolean!, schedule text, created_by uuid, deleted_at timestamptz',
  identities:
    'id uuid!, nid uuid!, state text!, state_changed_at timestamptz!, created_at timestamptz!, updated_at timestamptz!, traits jsonb!',
};
