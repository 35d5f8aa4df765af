/** Rows of settings and jobs. Source: data-model §2.9, §3.5. */
import { z } from 'zod';
import { CONNECTION_TYPES, INTEGRATION_TYPES, JOB_STATUSES } from '../enums.ts';
import {
  agentRef,
  amount,
  document,
  flag,
  integer,
  jobDetails,
  labels,
  openWord,
  source,
  text,
  timestamp,
  uuid,
} from './values.ts';

export const ConnectionsRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text,
  type: openWord(CONNECTION_TYPES),
  url: text.nullable(),
  source: source.nullable(),
  username: text.nullable(),
  password: text.nullable(),
  certificate: text.nullable(),
  properties: document.nullable(),
  insecure_tls: flag.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type ConnectionsRow = z.infer<typeof ConnectionsRowSchema>;

export const PropertiesRowSchema = z.object({
  name: text,
  value: text,
  created_by: uuid.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type PropertiesRow = z.infer<typeof PropertiesRowSchema>;

export const LoggingBackendsRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text.nullable(),
  labels: labels.nullable(),
  spec: document,
  source: source.nullable(),
  agent_id: uuid.nullable(),
  created_at: timestamp.nullable(),
  created_by: uuid.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
});
export type LoggingBackendsRow = z.infer<typeof LoggingBackendsRowSchema>;

export const IntegrationsWithStatusRowSchema = z.object({
  id: uuid,
  name: text,
  description: text.nullable(),
  integration_type: z.enum(INTEGRATION_TYPES),
  source: text.nullable(),
  agent_id: uuid.nullable(),
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  created_by: uuid.nullable(),
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
  namespace: text.nullable(),
  creator_name: text.nullable(),
  creator_avatar: text.nullable(),
  creator_title: text.nullable(),
  creator_email: text.nullable(),
});
export type IntegrationsWithStatusRow = z.infer<typeof IntegrationsWithStatusRowSchema>;

export const JobHistoriesRowSchema = z.object({
  id: uuid,
  agent_id: uuid,
  name: text.nullable(),
  success_count: integer.nullable(),
  error_count: integer.nullable(),
  details: jobDetails.nullable(),
  hostname: text.nullable(),
  duration_millis: integer.nullable(),
  resource_type: text.nullable(),
  resource_id: text.nullable(),
  status: openWord(JOB_STATUSES).nullable(),
  time_start: timestamp.nullable(),
  time_end: timestamp.nullable(),
  created_at: timestamp,
  is_pushed: flag,
  resource_name: text.nullable(),
  agent: agentRef.nullable(),
});
export type JobHistoriesRow = z.infer<typeof JobHistoriesRowSchema>;

export const JobHistoryNamesRowSchema = z.object({
  name: text,
});
export type JobHistoryNamesRow = z.infer<typeof JobHistoryNamesRowSchema>;

export const EventQueueSummaryRowSchema = z.object({
  name: text,
  pending: integer,
  failed: integer,
  average_attempts: amount.nullable(),
  first_failure: timestamp.nullable(),
  last_failure: timestamp.nullable(),
  most_common_error: text.nullable(),
});
export type EventQueueSummaryRow = z.infer<typeof EventQueueSummaryRowSchema>;
