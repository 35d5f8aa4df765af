// Generated from the migrated schema by `npm run generate:schema`.
import type { ColumnType } from 'kysely';

export interface AccessTokensRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  person_id: string;
  value: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_used_from: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface AgentsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  hostname: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  ip: ColumnType<string | null, string | null | undefined, string | null>;
  version: ColumnType<string | null, string | null | undefined, string | null>;
  username: ColumnType<string | null, string | null | undefined, string | null>;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  tls: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  cleanup: ColumnType<boolean, boolean | undefined, boolean>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_seen: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_received: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface AgentsSummaryRow {
  id: string | null;
  name: string | null;
  hostname: string | null;
  description: string | null;
  ip: string | null;
  version: string | null;
  username: string | null;
  person_id: string | null;
  properties: unknown;
  tls: string | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  cleanup: boolean | null;
  deleted_at: Date | null;
  last_seen: Date | null;
  last_received: Date | null;
  config_count: number | null;
  config_scrapper_count: number | null;
  checks_count: number | null;
  playbook_runs_count: number | null;
}

export interface AnalysisByComponentRow {
  config_id: string | null;
  name: string | null;
  config_class: string | null;
  type: string | null;
  analysis_type: string | null;
  first_observed: Date | null;
  last_observed: Date | null;
  created_by: string | null;
  analysis_id: string | null;
  severity: string | null;
  component_id: string | null;
}

export interface AnalysisByConfigRow {
  id: string | null;
  analysis: unknown;
}

export interface AnalysisSummaryByComponentRow {
  id: string | null;
  analysis: unknown;
}

export interface AnalysisTypesRow {
  analysis_type: string | null;
}

export interface AnalyzerTypesRow {
  analyzer: string | null;
}

export interface ArtifactsRow {
  id: ColumnType<string, string | undefined, string>;
  check_id: ColumnType<string | null, string | null | undefined, string | null>;
  check_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  playbook_run_action_id: ColumnType<string | null, string | null | undefined, string | null>;
  connection_id: ColumnType<string | null, string | null | undefined, string | null>;
  path: string;
  filename: string;
  content_type: ColumnType<string | null, string | null | undefined, string | null>;
  size: number;
  checksum: string;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  is_data_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface AuditLogRow {
  id: ColumnType<string, string | undefined, string>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  actor: string;
  via: string;
  action: string;
  resource: string;
  resource_id: ColumnType<string | null, string | null | undefined, string | null>;
  outcome: string;
  status: ColumnType<number | null, number | null | undefined, number | null>;
  ip_address: ColumnType<string | null, string | null | undefined, string | null>;
  user_agent: ColumnType<string | null, string | null | undefined, string | null>;
  details: ColumnType<unknown, unknown | undefined, unknown>;
}

export interface CanariesRow {
  id: ColumnType<string, string | undefined, string>;
  agent_id: ColumnType<string, string | undefined, string>;
  name: string;
  namespace: string;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  annotations: ColumnType<unknown, unknown | undefined, unknown>;
  spec: unknown;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CanariesWithStatusRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
  interval: string | null;
  schedule: string | null;
  labels: unknown;
  source: string | null;
  created_by: string | null;
  created_at: Date | null;
  deleted_at: Date | null;
  last_runtime: Date | null;
  job_name: string | null;
  job_success_count: number | null;
  job_error_count: number | null;
  job_details: unknown;
  job_hostname: string | null;
  job_duration_millis: number | null;
  job_resource_type: string | null;
  job_status: string | null;
  job_time_start: Date | null;
  job_time_end: Date | null;
  job_created_at: Date | null;
  job_last_failed: Date | null;
  agent: unknown;
  agent_id: string | null;
  updated_at: Date | null;
}

export interface CanaryNamesRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
}

export interface CanarySchedulesRow {
  canary_id: string;
  schedule: string;
  next_at: ColumnType<Date, Date | string, Date | string>;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  worker: ColumnType<string | null, string | null | undefined, string | null>;
  last_started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  suspended: ColumnType<boolean, boolean | undefined, boolean>;
  definition_hash: ColumnType<string | null, string | null | undefined, string | null>;
  costly_failures: ColumnType<number, number | undefined, number>;
}

export interface CasbinRuleRow {
  id: ColumnType<number, number | undefined, number>;
  ptype: string;
  v0: string;
  v1: string;
  v2: ColumnType<string | null, string | null | undefined, string | null>;
  v3: ColumnType<string | null, string | null | undefined, string | null>;
  v4: ColumnType<string | null, string | null | undefined, string | null>;
  v5: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface CatalogChangesRow {
  id: string | null;
  config_id: string | null;
  name: string | null;
  type: string | null;
  tags: unknown;
  external_created_by: string | null;
  created_at: Date | null;
  severity: string | null;
  change_type: string | null;
  source: string | null;
  summary: string | null;
  created_by: string | null;
  count: number | null;
  first_observed: Date | null;
  agent_id: string | null;
  deleted_at: Date | null;
}

export interface ChangeTypesRow {
  change_type: string | null;
}

export interface ChangesByComponentRow {
  id: string | null;
  config_id: string | null;
  name: string | null;
  config_class: string | null;
  type: string | null;
  change_type: string | null;
  created_at: Date | null;
  created_by: string | null;
  change_id: string | null;
  severity: string | null;
  component_id: string | null;
  config_deleted_at: Date | null;
}

export interface CheckComponentRelationshipsRow {
  component_id: string;
  check_id: string;
  canary_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  id: ColumnType<string, string | undefined, string>;
}

export interface CheckConfigRelationshipsRow {
  config_id: string;
  check_id: string;
  canary_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  id: ColumnType<string, string | undefined, string>;
}

export interface CheckDefinitionsRow {
  id: ColumnType<string, string | undefined, string>;
  canary_id: string;
  agent_id: ColumnType<string, string | undefined, string>;
  type: string;
  name: string;
  namespace: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  owner: ColumnType<string | null, string | null | undefined, string | null>;
  severity: ColumnType<string | null, string | null | undefined, string | null>;
  category: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  transformed: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  silenced_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CheckLabelsRow {
  key: string | null;
  value: string | null;
}

export interface CheckNamesRow {
  id: string | null;
  canary_id: string | null;
  type: string | null;
  name: string | null;
  status: string | null;
}

export interface CheckRollupsRow {
  level: string;
  complete_until: ColumnType<Date, Date | string, Date | string>;
  closed_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CheckRollupsLateRow {
  hour: ColumnType<Date, Date | string, Date | string>;
  check_id: string;
}

export interface CheckSizeSummaryRow {
  canary_id: string | null;
  id: string | null;
  min_time: Date | null;
  max_time: Date | null;
  count: number | null;
  size: number | null;
  avg_size: number | null;
}

export interface CheckStatesRow {
  check_id: string;
  canary_id: string;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  last_runtime: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  next_runtime: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_transition_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_duration: ColumnType<number | null, number | null | undefined, number | null>;
  last_message: ColumnType<string | null, string | null | undefined, string | null>;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
  recent: ColumnType<number[], number[] | undefined, number[]>;
}

export interface CheckStatusSummaryRow {
  check_id: string;
  p99: ColumnType<number | null, number | null | undefined, number | null>;
  p97: ColumnType<number | null, number | null | undefined, number | null>;
  p95: ColumnType<number | null, number | null | undefined, number | null>;
  p50: ColumnType<number | null, number | null | undefined, number | null>;
  mean: ColumnType<number | null, number | null | undefined, number | null>;
  passed: ColumnType<number, number | undefined, number>;
  failed: ColumnType<number, number | undefined, number>;
  last_check: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_pass: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_fail: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  first_check: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CheckStatusSummaryAgedRow {
  check_id: string | null;
  p99: number | null;
  p97: number | null;
  p95: number | null;
  p50: number | null;
  mean: number | null;
  passed: number | null;
  failed: number | null;
  last_check: Date | null;
  last_pass: Date | null;
  last_fail: Date | null;
}

export interface CheckStatusSummaryHourRow {
  check_id: string | null;
  p99: number | null;
  p97: number | null;
  p95: number | null;
  p50: number | null;
  mean: number | null;
  passed: number | null;
  failed: number | null;
  last_check: Date | null;
  last_pass: Date | null;
  last_fail: Date | null;
}

export interface CheckStatusesRow {
  check_id: string;
  details: ColumnType<unknown, unknown | undefined, unknown>;
  duration: ColumnType<number | null, number | null | undefined, number | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  time: ColumnType<Date, Date | string, Date | string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  invalid: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  message: ColumnType<string | null, string | null | undefined, string | null>;
  status: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  severity: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface CheckStatuses1dRow {
  check_id: string;
  created_at: ColumnType<Date, Date | string, Date | string>;
  duration: number;
  total: number;
  passed: number;
  failed: number;
  duration_max: ColumnType<number, number | undefined, number>;
  latency_buckets: ColumnType<number[], number[] | undefined, number[]>;
  latency_counts: ColumnType<number[], number[] | undefined, number[]>;
}

export interface CheckStatuses1hRow {
  check_id: string;
  created_at: ColumnType<Date, Date | string, Date | string>;
  duration: number;
  total: number;
  passed: number;
  failed: number;
  duration_max: ColumnType<number, number | undefined, number>;
  latency_buckets: ColumnType<number[], number[] | undefined, number[]>;
  latency_counts: ColumnType<number[], number[] | undefined, number[]>;
}

export interface CheckStatuses5mRow {
  check_id: string | null;
  created_at: Date | null;
  total_checks: number | null;
  passed: number | null;
  failed: number | null;
  total_duration: number | null;
}

export interface CheckSummaryRow {
  id: string | null;
  canary_id: string | null;
  uptime: unknown;
  latency: unknown;
  last_transition_time: Date | null;
  type: string | null;
  icon: string | null;
  name: string | null;
  status: string | null;
  description: string | null;
  namespace: string | null;
  canary_namespace: string | null;
  canary_name: string | null;
  labels: unknown;
  severity: string | null;
  owner: string | null;
  last_runtime: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  silenced_at: Date | null;
  agent_id: string | null;
  next_runtime: Date | null;
}

export interface CheckSummaryByComponentRow {
  component_id: string | null;
  checks: unknown;
}

export interface CheckSummaryByConfigRow {
  config_id: string | null;
  checks: unknown;
}

export interface CheckSummaryForConfigRow {
  config_id: string | null;
  id: string | null;
  canary_id: string | null;
  uptime: unknown;
  latency: unknown;
  last_transition_time: Date | null;
  type: string | null;
  icon: string | null;
  name: string | null;
  status: string | null;
  description: string | null;
  namespace: string | null;
  canary_namespace: string | null;
  canary_name: string | null;
  labels: unknown;
  severity: string | null;
  owner: string | null;
  last_runtime: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  silenced_at: Date | null;
  agent_id: string | null;
  next_runtime: Date | null;
}

export interface CheckTransitionsRow {
  check_id: string;
  time: ColumnType<Date, Date | string, Date | string>;
  status: string;
}

export interface ChecksRow {
  id: string | null;
  canary_id: string | null;
  agent_id: string | null;
  type: string | null;
  name: string | null;
  namespace: string | null;
  description: string | null;
  icon: string | null;
  spec: unknown;
  labels: unknown;
  owner: string | null;
  severity: string | null;
  category: string | null;
  is_pushed: boolean | null;
  transformed: boolean | null;
  last_runtime: Date | null;
  last_transition_time: Date | null;
  next_runtime: Date | null;
  silenced_at: Date | null;
  status: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
}

export interface ChecksByComponentRow {
  component_id: string | null;
  id: string | null;
  type: string | null;
  name: string | null;
  severity: string | null;
  status: string | null;
}

export interface ChecksByConfigRow {
  config_id: string | null;
  id: string | null;
  type: string | null;
  name: string | null;
  severity: string | null;
  status: string | null;
  icon: string | null;
  last_runtime: Date | null;
}

export interface ChecksStatusArtifactsRow {
  check_id: string | null;
  check_status: boolean | null;
  check_message: string | null;
  error: string | null;
  invalid: boolean | null;
  time: Date | null;
  duration: number | null;
  artifacts: unknown;
}

export interface CommentRespondersRow {
  id: ColumnType<string, string | undefined, string>;
  comment_id: string;
  responder_id: string;
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CommentsRow {
  id: ColumnType<string, string | undefined, string>;
  created_by: string;
  comment: string;
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
  external_created_by: ColumnType<string | null, string | null | undefined, string | null>;
  incident_id: string;
  responder_id: ColumnType<string | null, string | null | undefined, string | null>;
  hypothesis_id: ColumnType<string | null, string | null | undefined, string | null>;
  read: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ComponentLabelsRow {
  key: string | null;
  value: string | null;
}

export interface ComponentNamesRow {
  id: string | null;
  path: string | null;
  external_id: string | null;
  type: string | null;
  name: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  icon: string | null;
  parent_id: string | null;
}

export interface ComponentNamesAllRow {
  id: string | null;
  path: string | null;
  external_id: string | null;
  type: string | null;
  name: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  icon: string | null;
  parent_id: string | null;
  deleted_at: Date | null;
}

export interface ComponentRelationshipsRow {
  id: ColumnType<string, string | undefined, string>;
  component_id: string;
  relationship_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
  relationship_path: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ComponentTypesRow {
  type: string | null;
}

export interface ComponentsRow {
  id: ColumnType<string, string | undefined, string>;
  agent_id: ColumnType<string, string | undefined, string>;
  topology_id: ColumnType<string | null, string | null | undefined, string | null>;
  external_id: string;
  parent_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_id: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  text: ColumnType<string | null, string | null | undefined, string | null>;
  topology_type: ColumnType<string | null, string | null | undefined, string | null>;
  namespace: ColumnType<string | null, string | null | undefined, string | null>;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  hidden: ColumnType<boolean, boolean | undefined, boolean>;
  silenced: ColumnType<boolean, boolean | undefined, boolean>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  status: string;
  status_expr: ColumnType<string | null, string | null | undefined, string | null>;
  health_expr: ColumnType<string | null, string | null | undefined, string | null>;
  health: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  lifecycle: ColumnType<string | null, string | null | undefined, string | null>;
  tooltip: ColumnType<string | null, string | null | undefined, string | null>;
  status_reason: ColumnType<string | null, string | null | undefined, string | null>;
  schedule: ColumnType<string | null, string | null | undefined, string | null>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  type: ColumnType<string | null, string | null | undefined, string | null>;
  owner: ColumnType<string | null, string | null | undefined, string | null>;
  selectors: ColumnType<unknown, unknown | undefined, unknown>;
  log_selectors: ColumnType<unknown, unknown | undefined, unknown>;
  component_checks: ColumnType<unknown, unknown | undefined, unknown>;
  configs: ColumnType<unknown, unknown | undefined, unknown>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  path: ColumnType<string | null, string | null | undefined, string | null>;
  summary: ColumnType<unknown, unknown | undefined, unknown>;
  is_leaf: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  cost_per_minute: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_1d: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_7d: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_30d: ColumnType<number | null, number | null | undefined, number | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ComponentsWithLogsRow {
  id: string | null;
  name: string | null;
  agent_id: string | null;
  icon: string | null;
  type: string | null;
}

export interface ConfigAnalysisRow {
  id: ColumnType<string, string | undefined, string>;
  config_id: string;
  scraper_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  analyzer: string;
  analysis_type: ColumnType<string | null, string | null | undefined, string | null>;
  severity: ColumnType<string | null, string | null | undefined, string | null>;
  summary: ColumnType<string | null, string | null | undefined, string | null>;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  message: ColumnType<string | null, string | null | undefined, string | null>;
  analysis: ColumnType<unknown, unknown | undefined, unknown>;
  first_observed: ColumnType<Date, Date | string | undefined, Date | string>;
  last_observed: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ConfigAnalysisAnalyzersRow {
  analyzer: string | null;
}

export interface ConfigAnalysisBySeverityRow {
  type: string | null;
  severity: string | null;
  analysis_count: number | null;
}

export interface ConfigAnalysisItemsRow {
  id: string | null;
  config_id: string | null;
  scraper_id: string | null;
  created_by: string | null;
  source: string | null;
  analyzer: string | null;
  analysis_type: string | null;
  severity: string | null;
  summary: string | null;
  status: string | null;
  message: string | null;
  analysis: unknown;
  first_observed: Date | null;
  last_observed: Date | null;
  is_pushed: boolean | null;
  config_type: string | null;
  config_class: string | null;
  config_name: string | null;
  tags: unknown;
  agent_id: string | null;
  config_deleted_at: Date | null;
  component_ids: string[] | null;
}

export interface ConfigChangesRow {
  id: ColumnType<string, string | undefined, string>;
  config_id: string;
  external_change_id: ColumnType<string | null, string | null | undefined, string | null>;
  external_created_by: ColumnType<string | null, string | null | undefined, string | null>;
  change_type: ColumnType<string | null, string | null | undefined, string | null>;
  severity: ColumnType<string | null, string | null | undefined, string | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  summary: ColumnType<string | null, string | null | undefined, string | null>;
  patches: ColumnType<unknown, unknown | undefined, unknown>;
  diff: ColumnType<string | null, string | null | undefined, string | null>;
  details: ColumnType<unknown, unknown | undefined, unknown>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  count: ColumnType<number, number | undefined, number>;
  fingerprint: ColumnType<string | null, string | null | undefined, string | null>;
  first_observed: ColumnType<Date, Date | string | undefined, Date | string>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ConfigChangesByTypesRow {
  type: string | null;
  change_count: number | null;
}

export interface ConfigChangesItemsRow {
  id: string | null;
  config_id: string | null;
  external_change_id: string | null;
  external_created_by: string | null;
  change_type: string | null;
  severity: string | null;
  source: string | null;
  summary: string | null;
  patches: unknown;
  diff: string | null;
  details: unknown;
  created_by: string | null;
  created_at: Date | null;
  count: number | null;
  fingerprint: string | null;
  first_observed: Date | null;
  is_pushed: boolean | null;
  config_type: string | null;
  config_class: string | null;
  config_name: string | null;
  tags: unknown;
  agent_id: string | null;
  config_deleted_at: Date | null;
}

export interface ConfigClassSummaryRow {
  config_class: string | null;
  analysis: unknown;
  changes: number | null;
  total_configs: number | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
}

export interface ConfigClassesRow {
  config_class: string | null;
}

export interface ConfigComponentRelationshipsRow {
  component_id: string;
  config_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ConfigDetailRow {
  id: string | null;
  agent_id: string | null;
  icon: string | null;
  scraper_id: string | null;
  config_class: string | null;
  status: string | null;
  health: string | null;
  ready: boolean | null;
  external_id: string[] | null;
  type: string | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  name: string | null;
  description: string | null;
  config: unknown;
  source: string | null;
  labels: unknown;
  tags: unknown;
  properties: unknown;
  parent_id: string | null;
  path: string | null;
  is_pushed: boolean | null;
  created_by: string | null;
  last_scraped_time: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  delete_reason: string | null;
  summary: unknown;
  components: unknown;
}

export interface ConfigItemRow {
  id: string | null;
  scraper_id: string | null;
  config_class: string | null;
  external_id: string[] | null;
  type: string | null;
  name: string | null;
  namespace: string | null;
  description: string | null;
  source: string | null;
  labels: unknown;
  tags: unknown;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  agent_id: string | null;
  status: string | null;
  health: string | null;
  ready: boolean | null;
  path: string | null;
  changes: number | null;
  analysis: unknown;
  icon: string | null;
  parent_id: string | null;
  last_scraped_time: Date | null;
  delete_reason: string | null;
}

export interface ConfigItemSummary30dRow {
  config_id: string | null;
  config_changes_count: number | null;
  config_analysis_type_counts: unknown;
}

export interface ConfigItemSummary3dRow {
  config_id: string | null;
  config_changes_count: number | null;
  config_analysis_type_counts: unknown;
}

export interface ConfigItemSummary7dRow {
  config_id: string | null;
  config_changes_count: number | null;
  config_analysis_type_counts: unknown;
}

export interface ConfigItemsRow {
  id: ColumnType<string, string | undefined, string>;
  agent_id: ColumnType<string, string | undefined, string>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  scraper_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_class: string;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  health: ColumnType<string | null, string | null | undefined, string | null>;
  ready: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  external_id: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  type: string;
  cost_per_minute: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_1d: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_7d: ColumnType<number | null, number | null | undefined, number | null>;
  cost_total_30d: ColumnType<number | null, number | null | undefined, number | null>;
  name: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  config: ColumnType<unknown, unknown | undefined, unknown>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  tags: ColumnType<unknown, unknown | undefined, unknown>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  parent_id: ColumnType<string | null, string | null | undefined, string | null>;
  path: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  last_scraped_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  delete_reason: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ConfigItemsAwsRow {
  id: string | null;
  scraper_id: string | null;
  config_class: string | null;
  external_id: string[] | null;
  type: string | null;
  name: string | null;
  namespace: string | null;
  description: string | null;
  source: string | null;
  labels: unknown;
  tags: unknown;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  agent_id: string | null;
  status: string | null;
  health: string | null;
  ready: boolean | null;
  path: string | null;
  changes: number | null;
  analysis: unknown;
  icon: string | null;
  parent_id: string | null;
  last_scraped_time: Date | null;
  delete_reason: string | null;
  zone: string | null;
  region: string | null;
  account: string | null;
}

export interface ConfigLabelsRow {
  key: string | null;
  value: string | null;
}

export interface ConfigNamesRow {
  id: string | null;
  type: string | null;
  external_id: string[] | null;
  name: string | null;
}

export interface ConfigRelationshipsRow {
  id: ColumnType<string, string | undefined, string>;
  config_id: string;
  related_id: string;
  relation: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ConfigScrapersRow {
  id: ColumnType<string, string | undefined, string>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  namespace: ColumnType<string | null, string | null | undefined, string | null>;
  spec: unknown;
  source: string;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  agent_id: ColumnType<string, string | undefined, string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ConfigScrapersWithStatusRow {
  id: string | null;
  description: string | null;
  name: string | null;
  namespace: string | null;
  spec: unknown;
  source: string | null;
  created_by: string | null;
  agent_id: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  is_pushed: boolean | null;
  job_name: string | null;
  job_success_count: number | null;
  job_error_count: number | null;
  job_details: unknown;
  job_hostname: string | null;
  job_duration_millis: number | null;
  job_resource_type: string | null;
  job_status: string | null;
  job_time_start: Date | null;
  job_time_end: Date | null;
  job_created_at: Date | null;
  job_last_failed: Date | null;
  agent: unknown;
}

export interface ConfigStatusesRow {
  status: string | null;
}

export interface ConfigSummaryRow {
  type: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  analysis: unknown;
  severity: unknown;
  changes: number | null;
  total_configs: number | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
}

export interface ConfigTagValuesRow {
  kind: string;
  key: string;
  value: string;
}

export interface ConfigTagsRow {
  key: string | null;
  value: string | null;
}

export interface ConfigTypesRow {
  type: string | null;
}

export interface ConfigsRow {
  id: string | null;
  scraper_id: string | null;
  config_class: string | null;
  external_id: string[] | null;
  type: string | null;
  name: string | null;
  namespace: string | null;
  description: string | null;
  source: string | null;
  labels: unknown;
  tags: unknown;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  agent_id: string | null;
  status: string | null;
  health: string | null;
  ready: boolean | null;
  path: string | null;
  changes: number | null;
  analysis: unknown;
  icon: string | null;
  parent_id: string | null;
  last_scraped_time: Date | null;
  delete_reason: string | null;
}

export interface ConnectionDefinitionsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  namespace: ColumnType<string, string | undefined, string>;
  type: string;
  url: ColumnType<string | null, string | null | undefined, string | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  username: ColumnType<string | null, string | null | undefined, string | null>;
  password: ColumnType<string | null, string | null | undefined, string | null>;
  certificate: ColumnType<string | null, string | null | undefined, string | null>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  insecure_tls: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ConnectionDetailsRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
  type: string | null;
  source: string | null;
  properties: unknown;
  insecure_tls: boolean | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  category: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
}

export interface ConnectionsRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
  type: string | null;
  url: string | null;
  source: string | null;
  username: string | null;
  password: string | null;
  certificate: string | null;
  properties: unknown;
  insecure_tls: boolean | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
}

export interface ConnectionsListRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
  type: string | null;
  category: string | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
}

export interface CourierMessagesRow {
  id: ColumnType<string, string | undefined, string>;
  template: string;
  recipient: string;
  subject: string;
  body: string;
  status: ColumnType<string, string | undefined, string>;
  attempts: ColumnType<number, number | undefined, number>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  next_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface DeviceSignInsRow {
  id: ColumnType<string, string | undefined, string>;
  device_code_hash: string;
  user_code_hash: string;
  name: string;
  ip_address: string;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  approved: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  polled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface EventLogRow {
  seq: ColumnType<number, number | undefined, number>;
  tx: ColumnType<string, string | undefined, string>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  topic: string;
  subject: string;
  payload: ColumnType<unknown, unknown | undefined, unknown>;
}

export interface EventLogDroppedRow {
  log: ColumnType<string, string | undefined, string>;
  tx: string;
  seq: number;
}

export interface EventQueueRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  delay: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  last_attempt: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  attempts: ColumnType<number | null, number | null | undefined, number | null>;
  priority: ColumnType<number, number | undefined, number>;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  worker: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface EventQueueSummaryRow {
  name: string | null;
  pending: number | null;
  failed: number | null;
  average_attempts: number | null;
  first_failure: Date | null;
  last_failure: Date | null;
  most_common_error: string | null;
}

export interface EvidencesRow {
  id: ColumnType<string, string | undefined, string>;
  description: string;
  hypothesis_id: string;
  config_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_change_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_analysis_id: ColumnType<string | null, string | null | undefined, string | null>;
  component_id: ColumnType<string | null, string | null | undefined, string | null>;
  check_id: ColumnType<string | null, string | null | undefined, string | null>;
  definition_of_done: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  done: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  factor: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  mitigator: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  created_by: string;
  type: string;
  evidence: ColumnType<unknown, unknown | undefined, unknown>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  script: ColumnType<string | null, string | null | undefined, string | null>;
  script_result: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface FailedEventsRow {
  name: string | null;
  unique_errors: number | null;
  average_attempts: number | null;
  total_failed_events: number | null;
  most_common_error: string | null;
}

export interface FlowErrorsRow {
  id: ColumnType<string, string | undefined, string>;
  error: unknown;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  csrf_hash: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface HypothesesRow {
  id: ColumnType<string, string | undefined, string>;
  created_by: string;
  incident_id: string;
  parent_id: ColumnType<string | null, string | null | undefined, string | null>;
  owner: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  type: string;
  title: string;
  status: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IdentitiesRow {
  id: ColumnType<string, string | undefined, string>;
  nid: ColumnType<string, string | undefined, string>;
  state: ColumnType<string, string | undefined, string>;
  state_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  traits: unknown;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IdentityAddressesRow {
  id: ColumnType<string, string | undefined, string>;
  identity_id: string;
  value: string;
  via: ColumnType<string, string | undefined, string>;
  verified_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IdentityCodesRow {
  id: ColumnType<string, string | undefined, string>;
  flow_id: string;
  identity_id: string;
  kind: string;
  address: ColumnType<string | null, string | null | undefined, string | null>;
  code_hash: string;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IdentityCredentialIdentifiersRow {
  type: string;
  identifier: string;
  credential_id: string;
}

export interface IdentityCredentialsRow {
  id: ColumnType<string, string | undefined, string>;
  identity_id: string;
  type: string;
  config: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IncidentHistoriesRow {
  id: ColumnType<string, string | undefined, string>;
  incident_id: string;
  created_by: string;
  type: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  hypothesis_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  responder_id: ColumnType<string | null, string | null | undefined, string | null>;
  evidence_id: ColumnType<string | null, string | null | undefined, string | null>;
  comment_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface IncidentRelationshipsRow {
  incident_id: string;
  related_id: string;
  relationship: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IncidentRulesRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface IncidentSummaryRow {
  id: string | null;
  incident_id: string | null;
  title: string | null;
  severity: string | null;
  type: string | null;
  status: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  commander: unknown;
  responders: unknown;
  commenters: unknown;
  created_by: string | null;
  commander_id: string | null;
  communicator_id: string | null;
}

export interface IncidentSummaryByComponentRow {
  id: string | null;
  incidents: unknown;
}

export interface IncidentsRow {
  id: ColumnType<string, string | undefined, string>;
  incident_id: ColumnType<string, string | undefined, string>;
  incident_rule_id: ColumnType<string | null, string | null | undefined, string | null>;
  title: string;
  created_by: string;
  commander_id: ColumnType<string | null, string | null | undefined, string | null>;
  communicator_id: ColumnType<string | null, string | null | undefined, string | null>;
  severity: string;
  description: string;
  type: string;
  status: string;
  acknowledged: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  resolved: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IncidentsByComponentRow {
  title: string | null;
  id: string | null;
  created_at: Date | null;
  type: string | null;
  status: string | null;
  severity: string | null;
  component_id: string | null;
}

export interface IncidentsByConfigRow {
  title: string | null;
  id: string | null;
  created_at: Date | null;
  type: string | null;
  status: string | null;
  severity: string | null;
  config_id: string | null;
}

export interface IntegrationsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IntegrationsWithStatusRow {
  id: string | null;
  name: string | null;
  description: string | null;
  integration_type: string | null;
  source: string | null;
  agent_id: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  created_by: string | null;
  job_name: string | null;
  job_success_count: number | null;
  job_error_count: number | null;
  job_details: unknown;
  job_hostname: string | null;
  job_duration_millis: number | null;
  job_resource_type: string | null;
  job_status: string | null;
  job_time_start: Date | null;
  job_time_end: Date | null;
  job_created_at: Date | null;
  job_last_failed: Date | null;
  agent: unknown;
  namespace: string | null;
  creator_name: string | null;
  creator_avatar: string | null;
  creator_title: string | null;
  creator_email: string | null;
}

export interface JobHistoriesRow {
  id: string | null;
  agent_id: string | null;
  name: string | null;
  success_count: number | null;
  error_count: number | null;
  details: unknown;
  hostname: string | null;
  duration_millis: number | null;
  resource_type: string | null;
  resource_id: string | null;
  status: string | null;
  time_start: Date | null;
  time_end: Date | null;
  created_at: Date | null;
  is_pushed: boolean | null;
  resource_name: string | null;
  agent: unknown;
}

export interface JobHistoryRow {
  id: ColumnType<string, string | undefined, string>;
  agent_id: ColumnType<string, string | undefined, string>;
  name: ColumnType<string | null, string | null | undefined, string | null>;
  success_count: ColumnType<number | null, number | null | undefined, number | null>;
  error_count: ColumnType<number | null, number | null | undefined, number | null>;
  details: ColumnType<unknown, unknown | undefined, unknown>;
  hostname: ColumnType<string | null, string | null | undefined, string | null>;
  duration_millis: ColumnType<number | null, number | null | undefined, number | null>;
  resource_type: ColumnType<string | null, string | null | undefined, string | null>;
  resource_id: ColumnType<string | null, string | null | undefined, string | null>;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  time_start: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  time_end: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface JobHistoryLatestStatusRow {
  id: string | null;
  agent_id: string | null;
  name: string | null;
  success_count: number | null;
  error_count: number | null;
  details: unknown;
  hostname: string | null;
  duration_millis: number | null;
  resource_type: string | null;
  resource_id: string | null;
  status: string | null;
  time_start: Date | null;
  time_end: Date | null;
  created_at: Date | null;
  is_pushed: boolean | null;
  rn: number | null;
}

export interface JobHistoryNamesRow {
  name: string | null;
}

export interface JobSchedulesRow {
  name: string;
  next_at: ColumnType<Date, Date | string, Date | string>;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  worker: ColumnType<string | null, string | null | undefined, string | null>;
  last_started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface LoggingBackendsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  namespace: ColumnType<string | null, string | null | undefined, string | null>;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  spec: unknown;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  agent_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface MigrationLogsRow {
  path: string;
  hash: string;
  applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface NotificationSendHistoryRow {
  id: ColumnType<string, string | undefined, string>;
  notification_id: string;
  body: ColumnType<string | null, string | null | undefined, string | null>;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  count: ColumnType<number, number | undefined, number>;
  first_observed: ColumnType<Date, Date | string | undefined, Date | string>;
  source_event: string;
  resource_id: string;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  duration_millis: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface NotificationSendHistorySummaryRow {
  id: string | null;
  notification_id: string | null;
  body: string | null;
  status: string | null;
  count: number | null;
  first_observed: Date | null;
  source_event: string | null;
  resource_id: string | null;
  person_id: string | null;
  error: string | null;
  duration_millis: number | null;
  created_at: Date | null;
  resource_type: string | null;
  resource: unknown;
}

export interface NotificationSilencesRow {
  id: ColumnType<string, string | undefined, string>;
  namespace: ColumnType<string, string | undefined, string>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  from: ColumnType<Date, Date | string, Date | string>;
  until: ColumnType<Date, Date | string, Date | string>;
  recursive: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  config_id: ColumnType<string | null, string | null | undefined, string | null>;
  check_id: ColumnType<string | null, string | null | undefined, string | null>;
  canary_id: ColumnType<string | null, string | null | undefined, string | null>;
  component_id: ColumnType<string | null, string | null | undefined, string | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface NotificationsRow {
  id: ColumnType<string, string | undefined, string>;
  name: ColumnType<string, string | undefined, string>;
  namespace: ColumnType<string | null, string | null | undefined, string | null>;
  events: string[];
  error: ColumnType<string | null, string | null | undefined, string | null>;
  title: ColumnType<string | null, string | null | undefined, string | null>;
  template: ColumnType<string | null, string | null | undefined, string | null>;
  filter: ColumnType<string | null, string | null | undefined, string | null>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  repeat_interval: ColumnType<string | null, string | null | undefined, string | null>;
  wait_for: ColumnType<number | null, number | null | undefined, number | null>;
  group_by: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  custom_services: ColumnType<unknown, unknown | undefined, unknown>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface NotificationsSummaryRow {
  id: string | null;
  name: string | null;
  namespace: string | null;
  error: string | null;
  title: string | null;
  events: string[] | null;
  filter: string | null;
  person_id: string | null;
  team_id: string | null;
  custom_services: unknown;
  created_at: Date | null;
  updated_at: Date | null;
  created_by: string | null;
  source: string | null;
  repeat_interval: string | null;
  wait_for: number | null;
  pending: number | null;
  avg_duration_ms: number | null;
  failed: number | null;
  sent: number | null;
  most_common_error: string | null;
}

export interface PeopleRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  avatar: ColumnType<string | null, string | null | undefined, string | null>;
  type: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  organization: ColumnType<string | null, string | null | undefined, string | null>;
  title: ColumnType<string | null, string | null | undefined, string | null>;
  email: ColumnType<string | null, string | null | undefined, string | null>;
  phone: ColumnType<string | null, string | null | undefined, string | null>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_login: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface PeopleRolesRow {
  id: string | null;
  name: string | null;
  email: string | null;
  roles: string[] | null;
}

export interface PermissionsRow {
  id: ColumnType<string, string | undefined, string>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  action: string;
  object: ColumnType<string | null, string | null | undefined, string | null>;
  deny: ColumnType<boolean, boolean | undefined, boolean>;
  component_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_id: ColumnType<string | null, string | null | undefined, string | null>;
  canary_id: ColumnType<string | null, string | null | undefined, string | null>;
  playbook_id: ColumnType<string | null, string | null | undefined, string | null>;
  connection_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  updated_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface PersonRow {
  id: string | null;
  name: string | null;
  avatar: string | null;
  type: string | null;
  team_id: string | null;
  organization: string | null;
  title: string | null;
  email: string | null;
  phone: string | null;
  properties: unknown;
  external_id: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  last_login: Date | null;
}

export interface PlaybookActionAgentDataRow {
  action_id: string;
  playbook_id: string;
  run_id: string;
  spec: unknown;
  env: ColumnType<unknown, unknown | undefined, unknown>;
}

export interface PlaybookApprovalsRow {
  id: ColumnType<string, string | undefined, string>;
  run_id: string;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PlaybookNamesRow {
  id: string | null;
  title: string | null;
  name: string | null;
  description: string | null;
  category: string | null;
  icon: string | null;
  namespace: string | null;
}

export interface PlaybookRunActionsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  status: ColumnType<string, string | undefined, string>;
  playbook_run_id: ColumnType<string | null, string | null | undefined, string | null>;
  start_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  scheduled_time: ColumnType<Date, Date | string | undefined, Date | string>;
  end_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  result: ColumnType<unknown, unknown | undefined, unknown>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  agent_id: ColumnType<string | null, string | null | undefined, string | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PlaybookRunsRow {
  id: ColumnType<string, string | undefined, string>;
  playbook_id: string;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  status: ColumnType<string, string | undefined, string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  start_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  scheduled_time: ColumnType<Date, Date | string | undefined, Date | string>;
  end_time: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  check_id: ColumnType<string | null, string | null | undefined, string | null>;
  config_id: ColumnType<string | null, string | null | undefined, string | null>;
  component_id: ColumnType<string | null, string | null | undefined, string | null>;
  parameters: ColumnType<unknown, unknown | undefined, unknown>;
  request: ColumnType<unknown, unknown | undefined, unknown>;
  agent_id: ColumnType<string | null, string | null | undefined, string | null>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PlaybooksRow {
  id: ColumnType<string, string | undefined, string>;
  namespace: ColumnType<string, string | undefined, string>;
  name: string;
  title: ColumnType<string, string | undefined, string>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  spec: unknown;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  source: string;
  category: ColumnType<string, string | undefined, string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface PlaybooksForAgentRow {
  agent_name: string | null;
  person_id: string | null;
  agent_id: string | null;
  playbook_ids: unknown;
}

export interface PropertiesRow {
  name: string;
  value: string;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface PushQueueSummaryRow {
  table: string | null;
  count: number | null;
}

export interface RespondersRow {
  id: ColumnType<string, string | undefined, string>;
  incident_id: string;
  type: string;
  index: ColumnType<number | null, number | null | undefined, number | null>;
  person_id: ColumnType<string | null, string | null | undefined, string | null>;
  team_id: ColumnType<string | null, string | null | undefined, string | null>;
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
  properties: ColumnType<unknown, unknown | undefined, unknown>;
  acknowledged: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  resolved: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface SavedQueryRow {
  id: ColumnType<string, string | undefined, string>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  description: ColumnType<string | null, string | null | undefined, string | null>;
  query: string;
  columns: ColumnType<unknown, unknown | undefined, unknown>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SelfServiceFlowsRow {
  id: ColumnType<string, string | undefined, string>;
  kind: string;
  type: ColumnType<string, string | undefined, string>;
  state: string;
  active: ColumnType<string | null, string | null | undefined, string | null>;
  request_url: string;
  return_to: ColumnType<string | null, string | null | undefined, string | null>;
  requested_aal: ColumnType<string, string | undefined, string>;
  refresh: ColumnType<boolean, boolean | undefined, boolean>;
  identity_id: ColumnType<string | null, string | null | undefined, string | null>;
  csrf_hash: ColumnType<string | null, string | null | undefined, string | null>;
  ui: unknown;
  internal: ColumnType<string | null, string | null | undefined, string | null>;
  replaced_by: ColumnType<string | null, string | null | undefined, string | null>;
  issued_at: ColumnType<Date, Date | string, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  attempts: ColumnType<number, number | undefined, number>;
}

export interface SessionsRow {
  id: ColumnType<string, string | undefined, string>;
  identity_id: string;
  token_hash: string;
  aal: ColumnType<string, string | undefined, string>;
  methods: ColumnType<unknown, unknown | undefined, unknown>;
  authenticated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  issued_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  last_seen_at: ColumnType<Date, Date | string | undefined, Date | string>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  ip_address: ColumnType<string | null, string | null | undefined, string | null>;
  user_agent: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface SeveritiesRow {
  id: number;
  name: string;
  aliases: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface SignInLimitsRow {
  scope: string;
  key: string;
  failures: ColumnType<number, number | undefined, number>;
  first_at: ColumnType<Date, Date | string, Date | string>;
  blocked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  known_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface TeamComponentsRow {
  team_id: string;
  component_id: string;
  role: ColumnType<string | null, string | null | undefined, string | null>;
  selector_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface TeamMembersRow {
  team_id: string;
  person_id: string;
}

export interface TeamsRow {
  id: ColumnType<string, string | undefined, string>;
  name: string;
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  source: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface TeamsWithStatusRow {
  id: string | null;
  name: string | null;
  icon: string | null;
  spec: unknown;
  source: string | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  job_name: string | null;
  job_success_count: number | null;
  job_error_count: number | null;
  job_details: unknown;
  job_hostname: string | null;
  job_duration_millis: number | null;
  job_resource_type: string | null;
  job_status: string | null;
  job_time_start: Date | null;
  job_time_end: Date | null;
  job_created_at: Date | null;
  job_last_failed: Date | null;
}

export interface TopologiesRow {
  id: ColumnType<string, string | undefined, string>;
  agent_id: ColumnType<string, string | undefined, string>;
  name: string;
  namespace: string;
  labels: ColumnType<unknown, unknown | undefined, unknown>;
  source: ColumnType<string, string | undefined, string>;
  spec: ColumnType<unknown, unknown | undefined, unknown>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  is_pushed: ColumnType<boolean, boolean | undefined, boolean>;
  schedule: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface TopologiesWithStatusRow {
  id: string | null;
  agent_id: string | null;
  name: string | null;
  namespace: string | null;
  labels: unknown;
  source: string | null;
  spec: unknown;
  created_at: Date | null;
  updated_at: Date | null;
  is_pushed: boolean | null;
  schedule: string | null;
  created_by: string | null;
  deleted_at: Date | null;
  job_name: string | null;
  job_success_count: number | null;
  job_error_count: number | null;
  job_details: unknown;
  job_hostname: string | null;
  job_duration_millis: number | null;
  job_resource_type: string | null;
  job_status: string | null;
  job_time_start: Date | null;
  job_time_end: Date | null;
  job_created_at: Date | null;
  job_last_failed: Date | null;
  agent: unknown;
}

export interface TopologyRow {
  id: string | null;
  agent_id: string | null;
  topology_id: string | null;
  external_id: string | null;
  parent_id: string | null;
  config_id: string | null;
  name: string | null;
  text: string | null;
  topology_type: string | null;
  namespace: string | null;
  labels: unknown;
  hidden: boolean | null;
  silenced: boolean | null;
  is_pushed: boolean | null;
  status: string | null;
  status_expr: string | null;
  health_expr: string | null;
  health: string | null;
  description: string | null;
  lifecycle: string | null;
  tooltip: string | null;
  status_reason: string | null;
  schedule: string | null;
  icon: string | null;
  type: string | null;
  owner: string | null;
  selectors: unknown;
  log_selectors: unknown;
  component_checks: unknown;
  configs: unknown;
  properties: unknown;
  path: string | null;
  summary: unknown;
  is_leaf: boolean | null;
  cost_per_minute: number | null;
  cost_total_1d: number | null;
  cost_total_7d: number | null;
  cost_total_30d: number | null;
  created_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  deleted_at: Date | null;
  logs: unknown;
  checks: unknown;
  team_names: string[] | null;
  incidents: unknown;
  analysis: unknown;
  children: string[] | null;
  parents: string[] | null;
}

export interface DB {
  access_tokens: AccessTokensRow;
  agents: AgentsRow;
  agents_summary: AgentsSummaryRow;
  analysis_by_component: AnalysisByComponentRow;
  analysis_by_config: AnalysisByConfigRow;
  analysis_summary_by_component: AnalysisSummaryByComponentRow;
  analysis_types: AnalysisTypesRow;
  analyzer_types: AnalyzerTypesRow;
  artifacts: ArtifactsRow;
  audit_log: AuditLogRow;
  canaries: CanariesRow;
  canaries_with_status: CanariesWithStatusRow;
  canary_names: CanaryNamesRow;
  canary_schedules: CanarySchedulesRow;
  casbin_rule: CasbinRuleRow;
  catalog_changes: CatalogChangesRow;
  change_types: ChangeTypesRow;
  changes_by_component: ChangesByComponentRow;
  check_component_relationships: CheckComponentRelationshipsRow;
  check_config_relationships: CheckConfigRelationshipsRow;
  check_definitions: CheckDefinitionsRow;
  check_labels: CheckLabelsRow;
  check_names: CheckNamesRow;
  check_rollups: CheckRollupsRow;
  check_rollups_late: CheckRollupsLateRow;
  check_size_summary: CheckSizeSummaryRow;
  check_states: CheckStatesRow;
  check_status_summary: CheckStatusSummaryRow;
  check_status_summary_aged: CheckStatusSummaryAgedRow;
  check_status_summary_hour: CheckStatusSummaryHourRow;
  check_statuses: CheckStatusesRow;
  check_statuses_1d: CheckStatuses1dRow;
  check_statuses_1h: CheckStatuses1hRow;
  check_statuses_5m: CheckStatuses5mRow;
  check_summary: CheckSummaryRow;
  check_summary_by_component: CheckSummaryByComponentRow;
  check_summary_by_config: CheckSummaryByConfigRow;
  check_summary_for_config: CheckSummaryForConfigRow;
  check_transitions: CheckTransitionsRow;
  checks: ChecksRow;
  checks_by_component: ChecksByComponentRow;
  checks_by_config: ChecksByConfigRow;
  checks_status_artifacts: ChecksStatusArtifactsRow;
  comment_responders: CommentRespondersRow;
  comments: CommentsRow;
  component_labels: ComponentLabelsRow;
  component_names: ComponentNamesRow;
  component_names_all: ComponentNamesAllRow;
  component_relationships: ComponentRelationshipsRow;
  component_types: ComponentTypesRow;
  components: ComponentsRow;
  components_with_logs: ComponentsWithLogsRow;
  config_analysis: ConfigAnalysisRow;
  config_analysis_analyzers: ConfigAnalysisAnalyzersRow;
  config_analysis_by_severity: ConfigAnalysisBySeverityRow;
  config_analysis_items: ConfigAnalysisItemsRow;
  config_changes: ConfigChangesRow;
  config_changes_by_types: ConfigChangesByTypesRow;
  config_changes_items: ConfigChangesItemsRow;
  config_class_summary: ConfigClassSummaryRow;
  config_classes: ConfigClassesRow;
  config_component_relationships: ConfigComponentRelationshipsRow;
  config_detail: ConfigDetailRow;
  config_item: ConfigItemRow;
  config_item_summary_30d: ConfigItemSummary30dRow;
  config_item_summary_3d: ConfigItemSummary3dRow;
  config_item_summary_7d: ConfigItemSummary7dRow;
  config_items: ConfigItemsRow;
  config_items_aws: ConfigItemsAwsRow;
  config_labels: ConfigLabelsRow;
  config_names: ConfigNamesRow;
  config_relationships: ConfigRelationshipsRow;
  config_scrapers: ConfigScrapersRow;
  config_scrapers_with_status: ConfigScrapersWithStatusRow;
  config_statuses: ConfigStatusesRow;
  config_summary: ConfigSummaryRow;
  config_tag_values: ConfigTagValuesRow;
  config_tags: ConfigTagsRow;
  config_types: ConfigTypesRow;
  configs: ConfigsRow;
  connection_definitions: ConnectionDefinitionsRow;
  connection_details: ConnectionDetailsRow;
  connections: ConnectionsRow;
  connections_list: ConnectionsListRow;
  courier_messages: CourierMessagesRow;
  device_sign_ins: DeviceSignInsRow;
  event_log: EventLogRow;
  event_log_dropped: EventLogDroppedRow;
  event_queue: EventQueueRow;
  event_queue_summary: EventQueueSummaryRow;
  evidences: EvidencesRow;
  failed_events: FailedEventsRow;
  flow_errors: FlowErrorsRow;
  hypotheses: HypothesesRow;
  identities: IdentitiesRow;
  identity_addresses: IdentityAddressesRow;
  identity_codes: IdentityCodesRow;
  identity_credential_identifiers: IdentityCredentialIdentifiersRow;
  identity_credentials: IdentityCredentialsRow;
  incident_histories: IncidentHistoriesRow;
  incident_relationships: IncidentRelationshipsRow;
  incident_rules: IncidentRulesRow;
  incident_summary: IncidentSummaryRow;
  incident_summary_by_component: IncidentSummaryByComponentRow;
  incidents: IncidentsRow;
  incidents_by_component: IncidentsByComponentRow;
  incidents_by_config: IncidentsByConfigRow;
  integrations: IntegrationsRow;
  integrations_with_status: IntegrationsWithStatusRow;
  job_histories: JobHistoriesRow;
  job_history: JobHistoryRow;
  job_history_latest_status: JobHistoryLatestStatusRow;
  job_history_names: JobHistoryNamesRow;
  job_schedules: JobSchedulesRow;
  logging_backends: LoggingBackendsRow;
  migration_logs: MigrationLogsRow;
  notification_send_history: NotificationSendHistoryRow;
  notification_send_history_summary: NotificationSendHistorySummaryRow;
  notification_silences: NotificationSilencesRow;
  notifications: NotificationsRow;
  notifications_summary: NotificationsSummaryRow;
  people: PeopleRow;
  people_roles: PeopleRolesRow;
  permissions: PermissionsRow;
  person: PersonRow;
  playbook_action_agent_data: PlaybookActionAgentDataRow;
  playbook_approvals: PlaybookApprovalsRow;
  playbook_names: PlaybookNamesRow;
  playbook_run_actions: PlaybookRunActionsRow;
  playbook_runs: PlaybookRunsRow;
  playbooks: PlaybooksRow;
  playbooks_for_agent: PlaybooksForAgentRow;
  properties: PropertiesRow;
  push_queue_summary: PushQueueSummaryRow;
  responders: RespondersRow;
  saved_query: SavedQueryRow;
  self_service_flows: SelfServiceFlowsRow;
  sessions: SessionsRow;
  severities: SeveritiesRow;
  sign_in_limits: SignInLimitsRow;
  team_components: TeamComponentsRow;
  team_members: TeamMembersRow;
  teams: TeamsRow;
  teams_with_status: TeamsWithStatusRow;
  topologies: TopologiesRow;
  topologies_with_status: TopologiesWithStatusRow;
  topology: TopologyRow;
}
