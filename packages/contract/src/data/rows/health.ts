/** Rows of health checks. Source: data-model §2.3, §3.1. */
import { z } from 'zod';
import { LatencySchema, UptimeSchema } from '../../health/api.ts';
import { CHECK_STATUSES } from '../../health/values.ts';
import { JOB_STATUSES } from '../enums.ts';
import { agentRef, document, flag, integer, jobDetails, labels, openWord, text, timestamp, uuid } from './values.ts';

export const CanariesRowSchema = z.object({
  id: uuid,
  agent_id: uuid,
  name: text,
  namespace: text,
  labels: labels.nullable(),
  annotations: labels.nullable(),
  spec: document,
  source: text.nullable(),
  is_pushed: flag,
  created_at: timestamp.nullable(),
  created_by: uuid.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type CanariesRow = z.infer<typeof CanariesRowSchema>;

export const CanariesWithStatusRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text,
  interval: text.nullable(),
  schedule: text.nullable(),
  labels: labels.nullable(),
  source: text.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  last_runtime: timestamp.nullable(),
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
  agent_id: uuid,
  updated_at: timestamp.nullable(),
});
export type CanariesWithStatusRow = z.infer<typeof CanariesWithStatusRowSchema>;

export const CanaryNamesRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text,
});
export type CanaryNamesRow = z.infer<typeof CanaryNamesRowSchema>;

export const ChecksRowSchema = z.object({
  id: uuid,
  canary_id: uuid,
  agent_id: uuid,
  type: text,
  name: text,
  namespace: text.nullable(),
  description: text.nullable(),
  icon: text.nullable(),
  spec: document.nullable(),
  labels: labels.nullable(),
  owner: text.nullable(),
  severity: text.nullable(),
  category: text.nullable(),
  is_pushed: flag,
  transformed: flag.nullable(),
  last_runtime: timestamp.nullable(),
  last_transition_time: timestamp.nullable(),
  next_runtime: timestamp.nullable(),
  silenced_at: timestamp.nullable(),
  status: openWord(CHECK_STATUSES).nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type ChecksRow = z.infer<typeof ChecksRowSchema>;

export const CheckNamesRowSchema = z.object({
  id: uuid,
  canary_id: uuid,
  type: text,
  name: text,
  status: openWord(CHECK_STATUSES).nullable(),
});
export type CheckNamesRow = z.infer<typeof CheckNamesRowSchema>;

export const CheckStatusesRowSchema = z.object({
  check_id: uuid,
  details: z.unknown(),
  duration: integer.nullable(),
  error: text.nullable(),
  time: timestamp,
  created_at: timestamp,
  invalid: flag.nullable(),
  message: text.nullable(),
  status: flag.nullable(),
  severity: text.nullable(),
  is_pushed: flag,
});
export type CheckStatusesRow = z.infer<typeof CheckStatusesRowSchema>;

export const CheckSummaryRowSchema = z.object({
  id: uuid,
  canary_id: uuid,
  uptime: UptimeSchema,
  latency: LatencySchema,
  last_transition_time: timestamp.nullable(),
  type: text,
  icon: text.nullable(),
  name: text,
  status: openWord(CHECK_STATUSES).nullable(),
  description: text.nullable(),
  namespace: text.nullable(),
  canary_namespace: text,
  canary_name: text,
  labels: labels,
  severity: text.nullable(),
  owner: text.nullable(),
  last_runtime: timestamp.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  silenced_at: timestamp.nullable(),
  agent_id: uuid,
  next_runtime: timestamp.nullable(),
});
export type CheckSummaryRow = z.infer<typeof CheckSummaryRowSchema>;

export const CheckSummaryForConfigRowSchema = z.object({
  config_id: uuid,
  id: uuid,
  canary_id: uuid,
  uptime: UptimeSchema,
  latency: LatencySchema,
  last_transition_time: timestamp.nullable(),
  type: text,
  icon: text.nullable(),
  name: text,
  status: openWord(CHECK_STATUSES).nullable(),
  description: text.nullable(),
  namespace: text.nullable(),
  canary_namespace: text,
  canary_name: text,
  labels: labels,
  severity: text.nullable(),
  owner: text.nullable(),
  last_runtime: timestamp.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  silenced_at: timestamp.nullable(),
  agent_id: uuid,
  next_runtime: timestamp.nullable(),
});
export type CheckSummaryForConfigRow = z.infer<typeof CheckSummaryForConfigRowSchema>;

export const ChecksByComponentRowSchema = z.object({
  component_id: uuid,
  id: uuid,
  type: text,
  name: text,
  severity: text.nullable(),
  status: openWord(CHECK_STATUSES).nullable(),
});
export type ChecksByComponentRow = z.infer<typeof ChecksByComponentRowSchema>;

export const ChecksByConfigRowSchema = z.object({
  config_id: uuid,
  id: uuid,
  type: text,
  name: text,
  severity: text.nullable(),
  status: openWord(CHECK_STATUSES).nullable(),
  icon: text.nullable(),
  last_runtime: timestamp.nullable(),
});
export type ChecksByConfigRow = z.infer<typeof ChecksByConfigRowSchema>;

export const CheckComponentRelationshipsRowSchema = z.object({
  component_id: uuid,
  check_id: uuid,
  canary_id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  selector_id: text.nullable(),
  is_pushed: flag,
  id: uuid,
});
export type CheckComponentRelationshipsRow = z.infer<typeof CheckComponentRelationshipsRowSchema>;

export const CheckConfigRelationshipsRowSchema = z.object({
  config_id: uuid,
  check_id: uuid,
  canary_id: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  selector_id: text.nullable(),
  is_pushed: flag,
  id: uuid,
});
export type CheckConfigRelationshipsRow = z.infer<typeof CheckConfigRelationshipsRowSchema>;
