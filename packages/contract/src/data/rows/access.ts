/** Rows of people, roles, teams and agents. Source: data-model §2.1, §2.2, §2.10, §3.5. */
import { z } from 'zod';
import { IDENTITY_STATES, JOB_STATUSES } from '../enums.ts';
import { document, flag, integer, jobDetails, openWord, text, timestamp, uuid } from './values.ts';

/** `name` and `email` of an account. */
const identityTraits = z.object({
  email: text.optional(),
  name: z.object({ first: text.optional(), last: text.optional() }).optional(),
});

export const PeopleRowSchema = z.object({
  id: uuid,
  name: text,
  avatar: text.nullable(),
  type: text.nullable(),
  team_id: uuid.nullable(),
  organization: text.nullable(),
  title: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  properties: document.nullable(),
  external_id: text.nullable(),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
  last_login: timestamp.nullable(),
});
export type PeopleRow = z.infer<typeof PeopleRowSchema>;

export const PeopleRolesRowSchema = z.object({
  id: uuid,
  name: text,
  email: text.nullable(),
  roles: z.array(text),
});
export type PeopleRolesRow = z.infer<typeof PeopleRolesRowSchema>;

export const IdentitiesRowSchema = z.object({
  id: uuid,
  nid: uuid,
  state: z.enum(IDENTITY_STATES),
  state_changed_at: timestamp,
  traits: identityTraits,
  created_at: timestamp,
  updated_at: timestamp,
});
export type IdentitiesRow = z.infer<typeof IdentitiesRowSchema>;

export const TeamsRowSchema = z.object({
  id: uuid,
  name: text,
  icon: text.nullable(),
  spec: document.nullable(),
  source: text.nullable(),
  created_by: uuid,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type TeamsRow = z.infer<typeof TeamsRowSchema>;

export const TeamsWithStatusRowSchema = TeamsRowSchema.extend({
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
});
export type TeamsWithStatusRow = z.infer<typeof TeamsWithStatusRowSchema>;

export const TeamMembersRowSchema = z.object({
  team_id: uuid,
  person_id: uuid,
});
export type TeamMembersRow = z.infer<typeof TeamMembersRowSchema>;

export const TeamComponentsRowSchema = z.object({
  team_id: uuid,
  component_id: uuid,
  role: text.nullable(),
  selector_id: text.nullable(),
});
export type TeamComponentsRow = z.infer<typeof TeamComponentsRowSchema>;

export const AgentsRowSchema = z.object({
  id: uuid,
  name: text,
  hostname: text.nullable(),
  description: text.nullable(),
  ip: text.nullable(),
  version: text.nullable(),
  username: text.nullable(),
  person_id: uuid.nullable(),
  properties: document.nullable(),
  tls: text.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  cleanup: flag,
  deleted_at: timestamp.nullable(),
  last_seen: timestamp.nullable(),
  last_received: timestamp.nullable(),
});
export type AgentsRow = z.infer<typeof AgentsRowSchema>;

export const AgentsSummaryRowSchema = AgentsRowSchema.extend({
  config_count: integer,
  config_scrapper_count: integer,
  checks_count: integer,
  playbook_runs_count: integer,
});
export type AgentsSummaryRow = z.infer<typeof AgentsSummaryRowSchema>;
