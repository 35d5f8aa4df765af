/** Rows of the topology. Source: data-model §2.4, §3.2. */
import { z } from 'zod';
import { HEALTH_VALUES, JOB_STATUSES } from '../enums.ts';
import {
  agentRef,
  amount,
  document,
  flag,
  integer,
  jobDetails,
  labels,
  openWord,
  resourceProperty,
  source,
  text,
  timestamp,
  uuid,
} from './values.ts';

const logSelector = z.looseObject({ name: text.optional(), type: text.optional(), labels: labels.optional() });

export const ComponentsRowSchema = z.object({
  id: uuid,
  agent_id: uuid,
  topology_id: uuid.nullable(),
  external_id: text,
  parent_id: uuid.nullable(),
  config_id: uuid.nullable(),
  name: text,
  text: text.nullable(),
  topology_type: text.nullable(),
  namespace: text.nullable(),
  labels: labels.nullable(),
  hidden: flag,
  silenced: flag,
  is_pushed: flag,
  status: text,
  status_expr: text.nullable(),
  health_expr: text.nullable(),
  health: openWord(HEALTH_VALUES).nullable(),
  description: text.nullable(),
  lifecycle: text.nullable(),
  tooltip: text.nullable(),
  status_reason: text.nullable(),
  schedule: text.nullable(),
  icon: text.nullable(),
  type: text.nullable(),
  owner: text.nullable(),
  selectors: z.array(document).nullable(),
  log_selectors: z.array(logSelector).nullable(),
  component_checks: z.array(document).nullable(),
  configs: z.array(document).nullable(),
  properties: z.array(resourceProperty).nullable(),
  path: text.nullable(),
  summary: document.nullable(),
  is_leaf: flag.nullable(),
  cost_per_minute: amount.nullable(),
  cost_total_1d: amount.nullable(),
  cost_total_7d: amount.nullable(),
  cost_total_30d: amount.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type ComponentsRow = z.infer<typeof ComponentsRowSchema>;

export const ComponentNamesRowSchema = z.object({
  id: uuid,
  path: text.nullable(),
  external_id: text,
  type: text.nullable(),
  name: text,
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  icon: text.nullable(),
  parent_id: uuid.nullable(),
});
export type ComponentNamesRow = z.infer<typeof ComponentNamesRowSchema>;

export const ComponentLabelsRowSchema = z.object({
  key: text,
  value: text,
});
export type ComponentLabelsRow = z.infer<typeof ComponentLabelsRowSchema>;

export const ComponentsWithLogsRowSchema = z.object({
  id: uuid,
  name: text,
  agent_id: uuid,
  icon: text.nullable(),
  type: text.nullable(),
});
export type ComponentsWithLogsRow = z.infer<typeof ComponentsWithLogsRowSchema>;

export const TopologiesRowSchema = z.object({
  id: uuid,
  agent_id: uuid,
  name: text,
  namespace: text,
  labels: labels.nullable(),
  source: source,
  spec: document.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  is_pushed: flag,
  schedule: text.nullable(),
  created_by: uuid.nullable(),
  deleted_at: timestamp.nullable(),
});
export type TopologiesRow = z.infer<typeof TopologiesRowSchema>;

export const TopologiesWithStatusRowSchema = TopologiesRowSchema.extend({
  job_name: text.nullable(),
  job_success_count: integer.nullable(),
  job_error_count: integer.nullable(),
  job_details: jobDetails.nullable(),
  job_hostname: text.nullable(),
  job_duration_millis: integer.nullable(),
  job_resource_type: text.nullable(),
  job_status: openWord(JOB_STATUSES).nullable(),
  job_time_start: timestamp.nullable(),
  job_time_end: timestamp.nullable(),
  job_created_at: timestamp.nullable(),
  job_last_failed: timestamp.nullable(),
  agent: agentRef.nullable(),
});
export type TopologiesWithStatusRow = z.infer<typeof TopologiesWithStatusRowSchema>;
