import { type Permission, RESOURCES, type Resource } from './permissions.ts';

/** What it takes to read and to write the rows of a relation. */
export interface RelationAccess {
  readonly read: Resource;
  readonly write: Resource;
}

/** Relations of the row API by the resource that they belong to. */
const RELATIONS_OF: Partial<Readonly<Record<Resource, readonly string[]>>> = {
  agents: ['agents', 'agents_summary', 'playbooks_for_agent', 'push_queue_summary'],
  canaries: [
    'artifacts',
    'canaries',
    'canaries_with_status',
    'canary_names',
    'check_component_relationships',
    'check_config_relationships',
    'check_labels',
    'check_names',
    'check_size_summary',
    'check_status_summary',
    'check_status_summary_aged',
    'check_status_summary_hour',
    'check_statuses',
    'check_statuses_1d',
    'check_statuses_1h',
    'check_statuses_5m',
    'check_summary',
    'check_summary_by_component',
    'check_summary_by_config',
    'check_summary_for_config',
    'checks',
    'checks_by_component',
    'checks_by_config',
    'checks_status_artifacts',
  ],
  comments: ['comment_responders', 'comments'],
  config_scrapers: ['config_scrapers', 'config_scrapers_with_status'],
  connections: ['connection_details', 'connections'],
  database: [
    'analysis_by_component',
    'analysis_by_config',
    'analysis_summary_by_component',
    'analysis_types',
    'analyzer_types',
    'catalog_changes',
    'change_types',
    'changes_by_component',
    'config_analysis',
    'config_analysis_analyzers',
    'config_analysis_by_severity',
    'config_analysis_items',
    'config_changes',
    'config_changes_by_types',
    'config_changes_items',
    'config_class_summary',
    'config_classes',
    'config_component_relationships',
    'config_detail',
    'config_item',
    'config_item_summary_30d',
    'config_item_summary_3d',
    'config_item_summary_7d',
    'config_items',
    'config_items_aws',
    'config_labels',
    'config_names',
    'config_relationships',
    'config_statuses',
    'config_summary',
    'config_tags',
    'config_types',
    'configs',
    'connections_list',
    'event_queue',
    'event_queue_summary',
    'failed_events',
    'incident_rules',
    'job_histories',
    'job_history',
    'job_history_latest_status',
    'job_history_names',
    'migration_logs',
    'people_roles',
    'person',
    'saved_query',
    'severities',
    'team_components',
    'team_members',
    'teams',
    'teams_with_status',
  ],
  evidences: ['evidences'],
  feature_flags: ['properties'],
  identities: ['identities'],
  incident: [
    'hypotheses',
    'incident_histories',
    'incident_relationships',
    'incident_summary',
    'incident_summary_by_component',
    'incidents',
    'incidents_by_component',
    'incidents_by_config',
  ],
  integrations: ['integrations', 'integrations_with_status'],
  logging_backends: ['logging_backends'],
  notifications: [
    'notification_send_history',
    'notification_send_history_summary',
    'notification_silences',
    'notifications',
    'notifications_summary',
  ],
  playbook_runs: ['playbook_run_actions', 'playbook_runs'],
  playbooks: ['playbook_approvals', 'playbook_names', 'playbooks'],
  rbac: ['permissions'],
  responder: ['responders'],
  topologies: [
    'component_labels',
    'component_names',
    'component_names_all',
    'component_relationships',
    'component_types',
    'components',
    'components_with_logs',
    'topologies',
    'topologies_with_status',
    'topology',
  ],
};

/** Everybody sees who there is; only who manages accounts changes that. */
const PEOPLE: RelationAccess = { read: 'database', write: 'identities' };

const RELATIONS: ReadonlyMap<string, RelationAccess> = new Map([
  ['people', PEOPLE],
  ...RESOURCES.flatMap((resource): [string, RelationAccess][] =>
    (RELATIONS_OF[resource] ?? []).map((name) => [name, { read: resource, write: resource }]),
  ),
]);

/** Functions of the row API by the permission that a call takes, whatever the method of the request. */
const FUNCTIONS: Readonly<Record<string, Permission>> = {
  check_summary_for_component: { resource: 'canaries', right: 'read' },
  config_relationships_recursive: { resource: 'database', right: 'read' },
  get_recursive_path: { resource: 'database', right: 'read' },
  lookup_analysis_by_component: { resource: 'topologies', right: 'read' },
  lookup_changes_by_component: { resource: 'topologies', right: 'read' },
  lookup_component_by_property: { resource: 'topologies', right: 'read' },
  lookup_component_children: { resource: 'topologies', right: 'read' },
  lookup_component_config_id_related_components: { resource: 'topologies', right: 'read' },
  lookup_component_incidents: { resource: 'incident', right: 'read' },
  lookup_component_names: { resource: 'topologies', right: 'read' },
  lookup_component_relations: { resource: 'topologies', right: 'read' },
  lookup_components_by_check: { resource: 'topologies', right: 'read' },
  lookup_components_by_config: { resource: 'topologies', right: 'read' },
  lookup_config_children: { resource: 'database', right: 'read' },
  lookup_config_relations: { resource: 'database', right: 'read' },
  lookup_configs_by_component: { resource: 'topologies', right: 'read' },
  related_changes_recursive: { resource: 'database', right: 'read' },
  related_config_ids_recursive: { resource: 'database', right: 'read' },
  related_configs: { resource: 'database', right: 'read' },
  related_configs_recursive: { resource: 'database', right: 'read' },
  soft_delete_canary: { resource: 'canaries', right: 'write' },
  soft_delete_check: { resource: 'canaries', right: 'write' },
  uuid_to_ulid: { resource: 'database', right: 'read' },
};

/** What the account of an agent may read; it writes nothing here. Source: automation-and-access §5.7. */
const READ_BY_AGENTS: readonly string[] = ['playbooks_for_agent'];

/** @returns undefined for what the row API does not offer */
export function relationAccess(relation: string): RelationAccess | undefined {
  return RELATIONS.get(relation);
}

/** @returns undefined for what the row API does not offer */
export function functionAccess(name: string): Permission | undefined {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
}

/** Whether the account of an agent may do something with the rows of a relation. */
export function isAllowedToAgents(relation: string, right: 'read' | 'write'): boolean {
  return right === 'read' && READ_BY_AGENTS.includes(relation);
}
