import type { Queryable } from '@quarterdeck/database';

type Queries = Pick<Queryable, 'query'>;
export type RowValues = Readonly<Record<string, unknown>>;

/** What a row needs besides its keys, by table. */
const DEFAULTS = {
  access_tokens: { name: 'token', value: 'hash', created_at: 'now()' },
  agents: { name: 'edge' },
  artifacts: { path: 'files/log.txt', filename: 'log.txt', size: 12, checksum: 'abc' },
  canaries: { name: 'website', namespace: 'default', spec: {}, source: 'UI' },
  casbin_rule: { ptype: 'g' },
  check_component_relationships: { selector_id: 'selector' },
  check_config_relationships: { selector_id: 'selector' },
  checks: { type: 'http', name: 'home page' },
  check_statuses: { duration: 20, status: true },
  check_statuses_1d: { created_at: 'today', duration: 20, total: 1, passed: 1, failed: 0 },
  check_statuses_1h: { created_at: 'now()', duration: 20, total: 1, passed: 1, failed: 0 },
  comment_responders: {},
  comments: { comment: 'Looking into it' },
  component_relationships: {},
  components: { name: 'shop', external_id: 'shop', status: 'healthy', type: 'Application' },
  config_analysis: { analyzer: 'limits', analysis_type: 'reliability', severity: 'high', message: 'No limits' },
  config_changes: { change_type: 'diff', severity: 'info', source: 'kubernetes', summary: 'image changed' },
  config_component_relationships: { selector_id: 'manual' },
  config_items: { name: 'shop', type: 'Kubernetes::Deployment', config_class: 'Deployment' },
  config_relationships: { relation: 'uses' },
  config_scrapers: { name: 'cluster', spec: {}, source: 'UI' },
  connection_definitions: { name: 'mail', type: 'email' },
  connections: { name: 'mail', type: 'email' },
  event_queue: { name: 'config.created', properties: { id: '1' } },
  evidences: { description: 'The pods restart', type: 'config' },
  hypotheses: { type: 'root', title: 'Out of memory', status: 'possible' },
  identities: { traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'Byron' } } },
  incident_relationships: { relationship: 'duplicate' },
  incident_rules: { name: 'open on failure', spec: {} },
  incidents: { title: 'Shop is down', severity: 'high', description: '', type: 'availability', status: 'open' },
  integrations: { name: 'chat' },
  job_history: { name: 'Scrape', status: 'SUCCESS', success_count: 1, error_count: 0, time_start: 'now()', created_at: 'now()' },
  logging_backends: { name: 'logs', spec: {} },
  notification_send_history: { status: 'sent', source_event: 'config.unhealthy', duration_millis: 100 },
  notification_silences: { from: 'now()', until: 'tomorrow' },
  notifications: { name: 'alert', events: ['config.unhealthy'] },
  people: { name: 'Ada' },
  permissions: { action: 'read' },
  playbook_action_agent_data: { spec: {} },
  playbook_approvals: {},
  playbook_run_actions: { name: 'restart' },
  playbook_runs: {},
  playbooks: { name: 'restart', title: 'Restart', spec: {}, source: 'UI' },
  properties: { name: 'logs.disable', value: 'true' },
  responders: { type: 'person' },
  saved_query: { query: 'SELECT 1' },
  team_components: {},
  team_members: {},
  teams: { name: 'platform' },
  topologies: { name: 'shop', namespace: 'default', spec: {} },
} as const satisfies Record<string, RowValues>;

export type FactoryTable = keyof typeof DEFAULTS;
export const FACTORY_TABLES: readonly string[] = Object.keys(DEFAULTS);

/**
 * Inserts one row and answers its id (empty for a table without one). Values are as in JSON: objects for jsonb, lists for arrays,
 * 'now()' for a time; what is not given has a believable default.
 */
export async function insertRow(db: Queries, table: FactoryTable, values: RowValues = {}): Promise<string> {
  const row: RowValues = { ...DEFAULTS[table], ...values };
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(', ');
  const { rows } = await db.query<{ id: string | null }>(
    `WITH inserted AS (
       INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb) RETURNING *)
     SELECT to_jsonb(inserted) ->> 'id' AS id FROM inserted`,
    [JSON.stringify(row)],
  );
  return rows[0]?.id ?? '';
}
