/** Rows of changes and insights. Source: data-model §2.5, §3.2, §3.3. */
import { z } from 'zod';
import { ANALYSIS_STATUSES, ANALYSIS_TYPES } from '../enums.ts';
import { flag, integer, labels, openWord, text, timestamp, uuid } from './values.ts';

export const ConfigChangesRowSchema = z.object({
  id: uuid,
  config_id: uuid,
  external_change_id: text.nullable(),
  external_created_by: text.nullable(),
  change_type: text.nullable(),
  severity: text.nullable(),
  source: text.nullable(),
  summary: text.nullable(),
  patches: z.unknown(),
  diff: text.nullable(),
  details: z.unknown(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  count: integer,
  fingerprint: text.nullable(),
  first_observed: timestamp,
  is_pushed: flag,
});
export type ConfigChangesRow = z.infer<typeof ConfigChangesRowSchema>;

export const CatalogChangesRowSchema = z.object({
  id: uuid,
  config_id: uuid,
  name: text.nullable(),
  type: text,
  tags: labels.nullable(),
  external_created_by: text.nullable(),
  created_at: timestamp,
  severity: text.nullable(),
  change_type: text.nullable(),
  source: text.nullable(),
  summary: text.nullable(),
  created_by: uuid.nullable(),
  count: integer,
  first_observed: timestamp,
  agent_id: uuid,
  deleted_at: timestamp.nullable(),
});
export type CatalogChangesRow = z.infer<typeof CatalogChangesRowSchema>;

export const ChangeTypesRowSchema = z.object({
  change_type: text,
});
export type ChangeTypesRow = z.infer<typeof ChangeTypesRowSchema>;

export const ChangesByComponentRowSchema = z.object({
  id: uuid,
  config_id: uuid,
  name: text.nullable(),
  config_class: text,
  type: text,
  change_type: text.nullable(),
  created_at: timestamp,
  created_by: uuid.nullable(),
  change_id: uuid,
  severity: text.nullable(),
  component_id: uuid,
  config_deleted_at: timestamp.nullable(),
});
export type ChangesByComponentRow = z.infer<typeof ChangesByComponentRowSchema>;

export const ConfigAnalysisRowSchema = z.object({
  id: uuid,
  config_id: uuid,
  scraper_id: uuid.nullable(),
  created_by: uuid.nullable(),
  source: text.nullable(),
  analyzer: text,
  analysis_type: openWord(ANALYSIS_TYPES).nullable(),
  severity: text.nullable(),
  summary: text.nullable(),
  status: openWord(ANALYSIS_STATUSES).nullable(),
  message: text.nullable(),
  analysis: z.unknown(),
  first_observed: timestamp,
  last_observed: timestamp.nullable(),
  is_pushed: flag,
});
export type ConfigAnalysisRow = z.infer<typeof ConfigAnalysisRowSchema>;

export const ConfigAnalysisItemsRowSchema = ConfigAnalysisRowSchema.extend({
  config_type: text,
  config_class: text,
  config_name: text.nullable(),
  tags: labels.nullable(),
  agent_id: uuid.nullable(),
  config_deleted_at: timestamp.nullable(),
  component_ids: z.array(uuid),
});
export type ConfigAnalysisItemsRow = z.infer<typeof ConfigAnalysisItemsRowSchema>;

export const AnalysisTypesRowSchema = z.object({
  analysis_type: openWord(ANALYSIS_TYPES),
});
export type AnalysisTypesRow = z.infer<typeof AnalysisTypesRowSchema>;

export const ConfigAnalysisAnalyzersRowSchema = z.object({
  analyzer: text,
});
export type ConfigAnalysisAnalyzersRow = z.infer<typeof ConfigAnalysisAnalyzersRowSchema>;

export const AnalysisByComponentRowSchema = z.object({
  config_id: uuid,
  name: text.nullable(),
  config_class: text,
  type: text,
  analysis_type: openWord(ANALYSIS_TYPES).nullable(),
  first_observed: timestamp,
  last_observed: timestamp.nullable(),
  created_by: uuid.nullable(),
  analysis_id: uuid,
  severity: text.nullable(),
  component_id: uuid,
});
export type AnalysisByComponentRow = z.infer<typeof AnalysisByComponentRowSchema>;
