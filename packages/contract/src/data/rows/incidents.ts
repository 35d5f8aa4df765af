/** Rows of incidents. Source: data-model §2.6, §3.4. */
import { z } from 'zod';
import {
  EVIDENCE_TYPES,
  HYPOTHESIS_STATUSES,
  HYPOTHESIS_TYPES,
  INCIDENT_HISTORY_TYPES,
  INCIDENT_STATUSES,
  INCIDENT_TYPES,
  RESPONDER_TYPES,
} from '../enums.ts';
import { document, flag, integer, openWord, personRef, text, timestamp, uuid } from './values.ts';

/** A person that need not be there: nulls then. */
const nullablePersonRef = z.object({ id: uuid.nullable(), name: text.nullable(), avatar: text.nullable() });

export const IncidentsRowSchema = z.object({
  id: uuid,
  incident_id: text,
  incident_rule_id: uuid.nullable(),
  title: text,
  created_by: uuid,
  commander_id: uuid.nullable(),
  communicator_id: uuid.nullable(),
  severity: text,
  description: text,
  type: openWord(INCIDENT_TYPES),
  status: openWord(INCIDENT_STATUSES),
  acknowledged: timestamp.nullable(),
  resolved: timestamp.nullable(),
  closed: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type IncidentsRow = z.infer<typeof IncidentsRowSchema>;

export const IncidentRulesRowSchema = z.object({
  id: uuid,
  name: text,
  spec: document.nullable(),
  source: text.nullable(),
  created_by: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type IncidentRulesRow = z.infer<typeof IncidentRulesRowSchema>;

export const IncidentHistoriesRowSchema = z.object({
  id: uuid,
  incident_id: uuid,
  created_by: uuid,
  type: openWord(INCIDENT_HISTORY_TYPES).nullable(),
  description: text.nullable(),
  hypothesis_id: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  responder_id: uuid.nullable(),
  evidence_id: uuid.nullable(),
  comment_id: uuid.nullable(),
});
export type IncidentHistoriesRow = z.infer<typeof IncidentHistoriesRowSchema>;

export const HypothesesRowSchema = z.object({
  id: uuid,
  created_by: uuid,
  incident_id: uuid,
  parent_id: uuid.nullable(),
  owner: uuid.nullable(),
  team_id: uuid.nullable(),
  type: z.enum(HYPOTHESIS_TYPES),
  title: text,
  status: openWord(HYPOTHESIS_STATUSES),
  created_at: timestamp,
  updated_at: timestamp,
});
export type HypothesesRow = z.infer<typeof HypothesesRowSchema>;

export const EvidencesRowSchema = z.object({
  id: uuid,
  description: text,
  hypothesis_id: uuid,
  config_id: uuid.nullable(),
  config_change_id: uuid.nullable(),
  config_analysis_id: uuid.nullable(),
  component_id: uuid.nullable(),
  check_id: uuid.nullable(),
  definition_of_done: flag.nullable(),
  done: flag.nullable(),
  factor: flag.nullable(),
  mitigator: flag.nullable(),
  created_by: uuid,
  type: openWord(EVIDENCE_TYPES),
  evidence: z.unknown(),
  properties: document.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  script: text.nullable(),
  script_result: text.nullable(),
});
export type EvidencesRow = z.infer<typeof EvidencesRowSchema>;

export const CommentsRowSchema = z.object({
  id: uuid,
  created_by: uuid,
  comment: text,
  external_id: text.nullable(),
  external_created_by: text.nullable(),
  incident_id: uuid,
  responder_id: uuid.nullable(),
  hypothesis_id: uuid.nullable(),
  read: z.array(integer).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type CommentsRow = z.infer<typeof CommentsRowSchema>;

export const RespondersRowSchema = z.object({
  id: uuid,
  incident_id: uuid,
  type: openWord(RESPONDER_TYPES),
  index: integer.nullable(),
  person_id: uuid.nullable(),
  team_id: uuid.nullable(),
  external_id: text.nullable(),
  properties: document.nullable(),
  acknowledged: timestamp.nullable(),
  resolved: timestamp.nullable(),
  closed: timestamp.nullable(),
  created_by: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type RespondersRow = z.infer<typeof RespondersRowSchema>;

export const IncidentSummaryRowSchema = z.object({
  id: uuid,
  incident_id: text,
  title: text,
  severity: text,
  type: openWord(INCIDENT_TYPES),
  status: openWord(INCIDENT_STATUSES),
  created_at: timestamp,
  updated_at: timestamp,
  commander: nullablePersonRef,
  responders: z.array(personRef).nullable(),
  commenters: z.array(personRef).nullable(),
  created_by: uuid,
  commander_id: uuid.nullable(),
  communicator_id: uuid.nullable(),
});
export type IncidentSummaryRow = z.infer<typeof IncidentSummaryRowSchema>;

export const IncidentsByComponentRowSchema = z.object({
  title: text,
  id: uuid,
  created_at: timestamp,
  type: openWord(INCIDENT_TYPES),
  status: openWord(INCIDENT_STATUSES),
  severity: text,
  component_id: uuid,
});
export type IncidentsByComponentRow = z.infer<typeof IncidentsByComponentRowSchema>;

export const IncidentsByConfigRowSchema = z.object({
  title: text,
  id: uuid,
  created_at: timestamp,
  type: openWord(INCIDENT_TYPES),
  status: openWord(INCIDENT_STATUSES),
  severity: text,
  config_id: uuid,
});
export type IncidentsByConfigRow = z.infer<typeof IncidentsByConfigRowSchema>;
