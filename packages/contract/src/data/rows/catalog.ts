/** Rows of the catalog. Source: data-model §2.5, §3.3. */
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

/** What the tabs of an item hold; changes of 7 days, runs of 30. */
const configTabs = z.object({
  relationships: integer,
  analysis: integer,
  changes: integer,
  playbook_runs: integer,
  checks: integer,
});

export const ConfigItemsRowSchema = z.object({
  id: uuid,
  agent_id: uuid,
  icon: text.nullable(),
  scraper_id: uuid.nullable(),
  config_class: text,
  status: text.nullable(),
  health: openWord(HEALTH_VALUES).nullable(),
  ready: flag.nullable(),
  external_id: z.array(text).nullable(),
  type: text,
  cost_per_minute: amount.nullable(),
  cost_total_1d: amount.nullable(),
  cost_total_7d: amount.nullable(),
  cost_total_30d: amount.nullable(),
  name: text.nullable(),
  description: text.nullable(),
  config: z.unknown(),
  source: text.nullable(),
  labels: labels.nullable(),
  tags: labels.nullable(),
  properties: z.array(resourceProperty).nullable(),
  parent_id: uuid.nullable(),
  path: text.nullable(),
  is_pushed: flag,
  created_by: uuid.nullable(),
  last_scraped_time: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  delete_reason: text.nullable(),
});
export type ConfigItemsRow = z.infer<typeof ConfigItemsRowSchema>;

export const ConfigsRowSchema = z.object({
  id: uuid,
  scraper_id: uuid.nullable(),
  config_class: text,
  external_id: z.array(text).nullable(),
  type: text,
  name: text.nullable(),
  namespace: text.nullable(),
  description: text.nullable(),
  source: text.nullable(),
  labels: labels.nullable(),
  tags: labels.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  cost_per_minute: amount.nullable(),
  cost_total_1d: amount.nullable(),
  cost_total_7d: amount.nullable(),
  cost_total_30d: amount.nullable(),
  agent_id: uuid,
  status: text.nullable(),
  health: openWord(HEALTH_VALUES).nullable(),
  ready: flag.nullable(),
  path: text.nullable(),
  changes: integer,
  analysis: z.record(z.string(), integer),
  icon: text.nullable(),
  parent_id: uuid.nullable(),
  last_scraped_time: timestamp.nullable(),
  delete_reason: text.nullable(),
});
export type ConfigsRow = z.infer<typeof ConfigsRowSchema>;

export const ConfigDetailRowSchema = ConfigItemsRowSchema.extend({
  summary: configTabs,
  components: z.array(document),
});
export type ConfigDetailRow = z.infer<typeof ConfigDetailRowSchema>;

export const ConfigNamesRowSchema = z.object({
  id: uuid,
  type: text,
  external_id: z.array(text).nullable(),
  name: text.nullable(),
});
export type ConfigNamesRow = z.infer<typeof ConfigNamesRowSchema>;

export const ConfigTypesRowSchema = z.object({
  type: text,
});
export type ConfigTypesRow = z.infer<typeof ConfigTypesRowSchema>;

export const ConfigStatusesRowSchema = z.object({
  status: text,
});
export type ConfigStatusesRow = z.infer<typeof ConfigStatusesRowSchema>;

export const ConfigTagsRowSchema = z.object({
  key: text,
  value: text,
});
export type ConfigTagsRow = z.infer<typeof ConfigTagsRowSchema>;

export const ConfigLabelsRowSchema = z.object({
  key: text,
  value: text,
});
export type ConfigLabelsRow = z.infer<typeof ConfigLabelsRowSchema>;

export const ConfigRelationshipsRowSchema = z.object({
  id: uuid,
  config_id: uuid,
  related_id: uuid,
  relation: text.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
  selector_id: text.nullable(),
  is_pushed: flag,
});
export type ConfigRelationshipsRow = z.infer<typeof ConfigRelationshipsRowSchema>;

export const ConfigComponentRelationshipsRowSchema = z.object({
  component_id: uuid,
  config_id: uuid,
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  selector_id: text.nullable(),
  is_pushed: flag,
});
export type ConfigComponentRelationshipsRow = z.infer<typeof ConfigComponentRelationshipsRowSchema>;

export const ConfigScrapersRowSchema = z.object({
  id: uuid,
  description: text.nullable(),
  name: text,
  namespace: text.nullable(),
  spec: document,
  source: source,
  created_by: uuid.nullable(),
  agent_id: uuid,
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  is_pushed: flag,
});
export type ConfigScrapersRow = z.infer<typeof ConfigScrapersRowSchema>;

export const ConfigScrapersWithStatusRowSchema = ConfigScrapersRowSchema.extend({
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
export type ConfigScrapersWithStatusRow = z.infer<typeof ConfigScrapersWithStatusRowSchema>;
