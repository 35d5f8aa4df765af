const added = (relation: string, ...columns: string[]) => columns.map((column) => `${relation}.${column} is added`);
const optional = (relation: string, columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([column, type]) => `${relation}.${column} is ${type}, not ${type}!`);
const required = (relation: string, columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([column, type]) => `${relation}.${column} is ${type}!, not ${type}`);

const OF_THE_ITEM = ['icon', 'parent_id', 'last_scraped_time', 'delete_reason'];
const ITEM_OF = ['config_name', 'tags', 'agent_id', 'config_deleted_at'];

/** Where the schema differs from the contract's columns on purpose. */
export const CHOSEN_DIFFERENCES: readonly { readonly why: string; readonly what: readonly string[] }[] = [
  {
    why: 'the relations are views with triggers: PostgreSQL reports no obligations, the tables behind them have them',
    what: [
      ...optional('checks', {
        id: 'uuid',
        canary_id: 'uuid',
        agent_id: 'uuid',
        type: 'text',
        name: 'text',
        is_pushed: 'boolean',
      }),
      ...optional('connections', { id: 'uuid', name: 'text', namespace: 'text', type: 'text' }),
      ...optional('connections', { created_at: 'timestamptz', updated_at: 'timestamptz' }),
    ],
  },
  {
    why: 'relations without a key get one (data-model §15 row 17)',
    what: [
      ...[
        'check_component_relationships',
        'check_config_relationships',
        'component_relationships',
        'config_relationships',
      ].flatMap((relation) => added(relation, 'id')),
      ...required('severities', { id: 'integer' }),
    ],
  },
  {
    why: 'roll-ups hold a latency sketch, and sums that may pass 2^31 milliseconds',
    what: ['check_statuses_1h', 'check_statuses_1d'].flatMap((relation) => [
      ...added(relation, 'duration_max', 'latency_buckets', 'latency_counts'),
      `${relation}.duration is bigint!, not integer!`,
    ]),
  },
  {
    why: 'the figures of the last hour are a table that is kept up to date, with the percentile that the console shows',
    what: [
      ...['check_status_summary', 'check_status_summary_aged', 'check_status_summary_hour'].flatMap((relation) =>
        added(relation, 'p97'),
      ),
      ...added('check_status_summary', 'first_check'),
      ...required('check_status_summary', { check_id: 'uuid', passed: 'bigint', failed: 'bigint' }),
    ],
  },
  {
    why: 'an event that is being handled is leased, so that handling it needs no open transaction',
    what: added('event_queue', 'lease_until', 'worker'),
  },
  {
    why: 'screens filter, link or embed by these columns',
    what: [
      ...added('canaries_with_status', 'agent_id', 'updated_at'),
      ...added('canary_names', 'namespace'),
      ...added('catalog_changes', 'deleted_at'),
      ...added('check_summary', 'agent_id', 'next_runtime'),
      ...added('check_summary_for_config', 'agent_id', 'next_runtime'),
      ...['configs', 'config_item', 'config_items_aws'].flatMap((relation) => added(relation, ...OF_THE_ITEM)),
      ...added('config_analysis_items', 'component_ids', ...ITEM_OF),
      ...added('config_changes_items', ...ITEM_OF),
      ...added('incident_summary', 'created_by', 'commander_id', 'communicator_id'),
      ...[
        'config_scrapers',
        'config_scrapers_with_status',
        'integrations_with_status',
        'logging_backends',
        'playbook_names',
      ].flatMap((relation) => added(relation, 'namespace')),
    ],
  },
  {
    why: 'people see when and from where a token was last used',
    what: added('access_tokens', 'last_used_at', 'last_used_from'),
  },
];
