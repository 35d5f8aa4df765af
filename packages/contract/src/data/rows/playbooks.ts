/** Rows of playbooks. Source: data-model §2.7, §3.6. */
import { z } from 'zod';
import { PLAYBOOK_ACTION_STATUSES, PLAYBOOK_RUN_STATUSES } from '../enums.ts';
import { document, flag, openWord, source, text, timestamp, uuid } from './values.ts';

export const PlaybooksRowSchema = z.object({
  id: uuid,
  namespace: text,
  name: text,
  title: text,
  icon: text.nullable(),
  description: text.nullable(),
  spec: document,
  created_by: uuid.nullable(),
  source: source,
  category: text,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: timestamp.nullable(),
});
export type PlaybooksRow = z.infer<typeof PlaybooksRowSchema>;

export const PlaybookNamesRowSchema = z.object({
  id: uuid,
  title: text,
  name: text,
  description: text.nullable(),
  category: text.nullable(),
  icon: text.nullable(),
  namespace: text,
});
export type PlaybookNamesRow = z.infer<typeof PlaybookNamesRowSchema>;

export const PlaybookRunsRowSchema = z.object({
  id: uuid,
  playbook_id: uuid,
  spec: document,
  status: openWord(PLAYBOOK_RUN_STATUSES),
  created_at: timestamp,
  start_time: timestamp.nullable(),
  scheduled_time: timestamp,
  end_time: timestamp.nullable(),
  created_by: uuid.nullable(),
  check_id: uuid.nullable(),
  config_id: uuid.nullable(),
  component_id: uuid.nullable(),
  parameters: document.nullable(),
  request: document.nullable(),
  agent_id: uuid.nullable(),
  error: text.nullable(),
});
export type PlaybookRunsRow = z.infer<typeof PlaybookRunsRowSchema>;

export const PlaybookRunActionsRowSchema = z.object({
  id: uuid,
  name: text,
  status: openWord(PLAYBOOK_ACTION_STATUSES),
  playbook_run_id: uuid.nullable(),
  start_time: timestamp.nullable(),
  scheduled_time: timestamp,
  end_time: timestamp.nullable(),
  result: z.unknown(),
  is_pushed: flag,
  agent_id: uuid.nullable(),
  error: text.nullable(),
});
export type PlaybookRunActionsRow = z.infer<typeof PlaybookRunActionsRowSchema>;
