import { z } from 'zod';

/** First event of GET /live; `topics` are those of the request that the server knows. */
export const LiveHelloSchema = z.object({ cursor: z.string(), server_time: z.string(), topics: z.array(z.string()).optional() });

/** Event `change` of GET /live; the event's id is the cursor after it. */
export const LiveChangeSchema = z.object({
  topic: z.string(),
  subject: z.string(),
  at: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type LiveChange = z.infer<typeof LiveChangeSchema>;

const changeSchema = z.enum(['created', 'updated', 'deleted']);
const idOrNull = z.string().nullable();
const textOrNull = z.string().nullable();

/** Payload of topic `check`: a transition carries the state, other changes carry `change`. */
export const CheckChangeSchema = z.object({
  id: z.string(),
  canary_id: z.string(),
  change: changeSchema.optional(),
  type: z.string().optional(),
  name: z.string().optional(),
  status: z.enum(['healthy', 'unhealthy']).nullish(),
  last_runtime: z.string().nullish(),
  last_transition_time: z.string().nullish(),
});
export type CheckChange = z.infer<typeof CheckChangeSchema>;

/** Payload of topic `canary`. */
export const CanaryChangeSchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string(),
  change: changeSchema,
});
export type CanaryChange = z.infer<typeof CanaryChangeSchema>;

/** What most topics carry: the table of the row, what happened to it (deleted also when it was only marked so), and some of its columns. */
function rowChange<Kind extends string, Columns extends z.ZodRawShape>(kind: Kind, columns: Columns) {
  return z.object({ kind: z.literal(kind), change: changeSchema, ...columns });
}

function namedRowChange<Kind extends string>(kind: Kind) {
  return rowChange(kind, { id: z.string(), name: textOrNull });
}

/** Payload of topic `component`. */
export const ComponentChangeSchema = rowChange('components', {
  id: z.string(),
  name: z.string(),
  status: textOrNull,
  health: textOrNull,
  parent_id: idOrNull,
  topology_id: idOrNull,
});
export type ComponentChange = z.infer<typeof ComponentChangeSchema>;

/** Payload of topic `config`: a row of config_items. */
export const ConfigChangeSchema = z.object({
  id: z.string(),
  change: changeSchema,
  name: textOrNull,
  type: z.string(),
  status: textOrNull,
  health: textOrNull,
});
export type ConfigChange = z.infer<typeof ConfigChangeSchema>;

/** Payload of topic `config_change`: a row of config_changes, new or seen again. */
export const ConfigChangeEntrySchema = z.object({
  id: z.string(),
  config_id: z.string(),
  change_type: textOrNull,
  severity: textOrNull,
});
export type ConfigChangeEntry = z.infer<typeof ConfigChangeEntrySchema>;

/** Payload of topic `config_analysis`. */
export const ConfigAnalysisChangeSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  change: z.enum(['created', 'updated']),
  status: textOrNull,
  severity: textOrNull,
});
export type ConfigAnalysisChange = z.infer<typeof ConfigAnalysisChangeSchema>;

/** Payload of topic `incident`: `kind` says which part of the incident changed, `id` is the id of that part. */
export const IncidentChangeSchema = z.discriminatedUnion('kind', [
  rowChange('incidents', { id: z.string(), title: z.string(), status: z.string(), severity: z.string(), type: z.string() }),
  rowChange('hypotheses', { id: z.string() }),
  rowChange('evidences', { id: z.string() }),
  rowChange('comments', { id: z.string() }),
  rowChange('responders', { id: z.string() }),
  rowChange('incident_histories', { id: z.string(), type: textOrNull }),
]);
export type IncidentChange = z.infer<typeof IncidentChangeSchema>;

/** Payload of topic `playbook_run`: the run itself or, with its own id, one of its steps. */
export const PlaybookRunChangeSchema = z.discriminatedUnion('kind', [
  rowChange('playbook_runs', {
    id: z.string(),
    playbook_id: z.string(),
    status: z.string(),
    config_id: idOrNull,
    component_id: idOrNull,
    check_id: idOrNull,
  }),
  rowChange('playbook_run_actions', { id: z.string(), name: z.string(), status: z.string() }),
]);
export type PlaybookRunChange = z.infer<typeof PlaybookRunChangeSchema>;

/** Payload of topic `notification_send`. */
export const NotificationSendChangeSchema = rowChange('notification_send_history', {
  id: z.string(),
  notification_id: z.string(),
  resource_id: z.string(),
  status: textOrNull,
});
export type NotificationSendChange = z.infer<typeof NotificationSendChangeSchema>;

/** Payload of topic `access`: what this person may do has changed, or where the person is signed in. */
export const AccessChangeSchema = z.object({ person_id: z.string() });
export type AccessChange = z.infer<typeof AccessChangeSchema>;

/**
 * Every topic of the live stream with the shape of its payload. The subject of a change is the id of the row, of the incident for all that
 * belongs to an incident, of the run for its steps, and the name for a property.
 */
export const LIVE_PAYLOADS = {
  access: AccessChangeSchema,
  agent: namedRowChange('agents'),
  canary: CanaryChangeSchema,
  check: CheckChangeSchema,
  component: ComponentChangeSchema,
  config: ConfigChangeSchema,
  config_analysis: ConfigAnalysisChangeSchema,
  config_change: ConfigChangeEntrySchema,
  config_scraper: namedRowChange('config_scrapers'),
  connection: namedRowChange('connections'),
  incident: IncidentChangeSchema,
  incident_rule: namedRowChange('incident_rules'),
  logging_backend: namedRowChange('logging_backends'),
  notification: namedRowChange('notifications'),
  notification_send: NotificationSendChangeSchema,
  notification_silence: rowChange('notification_silences', { id: z.string() }),
  person: namedRowChange('people'),
  playbook: namedRowChange('playbooks'),
  playbook_run: PlaybookRunChangeSchema,
  property: rowChange('properties', { name: z.string() }),
  team: namedRowChange('teams'),
  topology: namedRowChange('topologies'),
} as const;

export type LiveTopic = keyof typeof LIVE_PAYLOADS;
export type LivePayload<Topic extends LiveTopic> = z.infer<(typeof LIVE_PAYLOADS)[Topic]>;

/** Topics that GET /live can be asked for. */
export const LIVE_TOPICS: readonly string[] = Object.keys(LIVE_PAYLOADS);

/** Event `results`: [check id, state code of RESULT_STATES, duration in ms, epoch in ms]. */
export const LiveResultsSchema = z.array(z.tuple([z.string(), z.number().int(), z.number(), z.number()]));
export type LiveResults = z.infer<typeof LiveResultsSchema>;
