/** Rows of notifications. Source: data-model §2.8, §3.6. */
import { z } from 'zod';
import { NOTIFICATION_SEND_STATUSES } from '../enums.ts';
import { amount, document, flag, integer, openWord, source, text, timestamp, uuid } from './values.ts';

const customService = z.looseObject({ name: text.optional(), url: text.optional(), connection: text.optional() });

/** What a message is about, by the kind of its event; nulls when that is gone. */
const resourceRef = z.object({
  id: uuid.nullable(),
  name: text.nullable(),
  type: text.nullish(),
  config_class: text.nullish(),
  status: text.nullish(),
  icon: text.nullish(),
});

export const NotificationsRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text.nullable(),
  events: z.array(text),
  error: text.nullable(),
  title: text.nullable(),
  template: text.nullable(),
  filter: text.nullable(),
  properties: document.nullable(),
  person_id: uuid.nullable(),
  team_id: uuid.nullable(),
  repeat_interval: text.nullable(),
  wait_for: integer.nullable(),
  group_by: z.array(text).nullable(),
  custom_services: z.array(customService).nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  source: source.nullable(),
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type NotificationsRow = z.infer<typeof NotificationsRowSchema>;

export const NotificationsSummaryRowSchema = z.object({
  id: uuid,
  name: text,
  namespace: text,
  error: text.nullable(),
  title: text.nullable(),
  events: z.array(text),
  filter: text.nullable(),
  person_id: uuid.nullable(),
  team_id: uuid.nullable(),
  custom_services: z.array(customService).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  created_by: uuid.nullable(),
  source: source.nullable(),
  repeat_interval: text.nullable(),
  wait_for: integer.nullable(),
  pending: integer,
  avg_duration_ms: amount.nullable(),
  failed: integer,
  sent: integer,
  most_common_error: text.nullable(),
});
export type NotificationsSummaryRow = z.infer<typeof NotificationsSummaryRowSchema>;

export const NotificationSendHistorySummaryRowSchema = z.object({
  id: uuid,
  notification_id: uuid,
  body: text.nullable(),
  status: openWord(NOTIFICATION_SEND_STATUSES).nullable(),
  count: integer,
  first_observed: timestamp,
  source_event: text,
  resource_id: uuid,
  person_id: uuid.nullable(),
  error: text.nullable(),
  duration_millis: integer.nullable(),
  created_at: timestamp,
  resource_type: text,
  resource: resourceRef.nullable(),
});
export type NotificationSendHistorySummaryRow = z.infer<typeof NotificationSendHistorySummaryRowSchema>;

export const NotificationSilencesRowSchema = z.object({
  id: uuid,
  namespace: text,
  description: text.nullable(),
  from: timestamp,
  until: timestamp,
  recursive: flag.nullable(),
  config_id: uuid.nullable(),
  check_id: uuid.nullable(),
  canary_id: uuid.nullable(),
  component_id: uuid.nullable(),
  source: source.nullable(),
  created_by: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type NotificationSilencesRow = z.infer<typeof NotificationSilencesRowSchema>;
