// Generated from the migrated schema by `npm run generate:schema`.
import type { ColumnType } from 'kysely';

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
  checks_count: number | null;
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
}

export interface EventLogRow {
  seq: ColumnType<number, number | undefined, number>;
  tx: ColumnType<string, string | undefined, string>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  topic: string;
  subject: string;
  payload: ColumnType<unknown, unknown | undefined, unknown>;
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

export interface MigrationLogsRow {
  path: string;
  hash: string;
  applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
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

export interface PropertiesRow {
  name: string;
  value: string;
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  deleted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface DB {
  agents: AgentsRow;
  agents_summary: AgentsSummaryRow;
  canaries: CanariesRow;
  canaries_with_status: CanariesWithStatusRow;
  canary_names: CanaryNamesRow;
  canary_schedules: CanarySchedulesRow;
  check_component_relationships: CheckComponentRelationshipsRow;
  check_config_relationships: CheckConfigRelationshipsRow;
  check_definitions: CheckDefinitionsRow;
  check_labels: CheckLabelsRow;
  check_names: CheckNamesRow;
  check_rollups: CheckRollupsRow;
  check_rollups_late: CheckRollupsLateRow;
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
  components: ComponentsRow;
  config_items: ConfigItemsRow;
  configs: ConfigsRow;
  event_log: EventLogRow;
  event_queue: EventQueueRow;
  event_queue_summary: EventQueueSummaryRow;
  job_histories: JobHistoriesRow;
  job_history: JobHistoryRow;
  job_history_latest_status: JobHistoryLatestStatusRow;
  job_history_names: JobHistoryNamesRow;
  job_schedules: JobSchedulesRow;
  migration_logs: MigrationLogsRow;
  people: PeopleRow;
  properties: PropertiesRow;
}
