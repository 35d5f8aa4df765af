import type { ValueRef } from './condition.ts';

export const RESOURCE_KINDS = ['config', 'component', 'check', 'canary', 'playbook', 'connection'] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

type ColumnType = Extract<ValueRef, { kind: 'column' }>['type'];

/** What of a resource can be selected by. Source: data-model §12.2, §12.4. */
export interface ResourceDescription {
  readonly kind: ResourceKind;
  /** Relation that holds the resources. */
  readonly relation: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Arrays of texts: a value equal to a member. */
  readonly arrays: readonly string[];
  /** Maps of texts. */
  readonly maps: readonly string[];
  /** JSON documents, addressed by path. */
  readonly documents: readonly string[];
  /** Column with an array of properties. */
  readonly properties: string | undefined;
  /** Other names of a column, a key of a map, or a path. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Columns that a field selector reaches; any other key is a property. Undefined when there are none. */
  readonly fieldSelector: readonly string[] | undefined;
  /** Column of the definition that the resource comes from, and where those are. */
  readonly scope: { readonly column: string; readonly relation: string; readonly hasNamespace: boolean } | undefined;
  readonly hasAgent: boolean;
}

const DATES = { created_at: 'time', updated_at: 'time', deleted_at: 'time' } as const;
const DATE_ALIASES = { created: 'created_at', updated: 'updated_at', deleted: 'deleted_at', agent: 'agent_id' };

export const RESOURCES: Readonly<Record<ResourceKind, ResourceDescription>> = {
  config: {
    kind: 'config',
    relation: 'config_items',
    columns: {
      id: 'uuid',
      agent_id: 'uuid',
      scraper_id: 'uuid',
      parent_id: 'uuid',
      name: 'text',
      type: 'text',
      status: 'text',
      health: 'text',
      source: 'text',
      config_class: 'text',
      description: 'text',
      path: 'text',
      ready: 'boolean',
      ...DATES,
    },
    arrays: ['external_id'],
    maps: ['labels', 'tags'],
    documents: ['config'],
    properties: 'properties',
    aliases: { ...DATE_ALIASES, config_type: 'type', class: 'config_class', namespace: 'tags.namespace' },
    fieldSelector: ['config_class', 'external_id'],
    scope: { column: 'scraper_id', relation: 'config_scrapers', hasNamespace: false },
    hasAgent: true,
  },
  component: {
    kind: 'component',
    relation: 'components',
    columns: {
      id: 'uuid',
      agent_id: 'uuid',
      topology_id: 'uuid',
      parent_id: 'uuid',
      external_id: 'text',
      name: 'text',
      namespace: 'text',
      type: 'text',
      status: 'text',
      health: 'text',
      owner: 'text',
      topology_type: 'text',
      path: 'text',
      ...DATES,
    },
    arrays: [],
    maps: ['labels'],
    documents: ['summary'],
    properties: 'properties',
    aliases: { ...DATE_ALIASES, component_type: 'type' },
    fieldSelector: ['owner', 'topology_type', 'topology_id', 'parent_id', 'type', 'external_id'],
    scope: { column: 'topology_id', relation: 'topologies', hasNamespace: true },
    hasAgent: true,
  },
  check: {
    kind: 'check',
    relation: 'checks',
    columns: {
      id: 'uuid',
      agent_id: 'uuid',
      canary_id: 'uuid',
      name: 'text',
      namespace: 'text',
      type: 'text',
      status: 'text',
      owner: 'text',
      severity: 'text',
      last_runtime: 'time',
      last_transition_time: 'time',
      ...DATES,
    },
    arrays: [],
    maps: ['labels'],
    documents: ['spec'],
    properties: undefined,
    aliases: { ...DATE_ALIASES, health: 'status', check_type: 'type' },
    fieldSelector: undefined,
    scope: { column: 'canary_id', relation: 'canaries', hasNamespace: true },
    hasAgent: true,
  },
  canary: {
    kind: 'canary',
    relation: 'canaries',
    columns: { id: 'uuid', agent_id: 'uuid', name: 'text', namespace: 'text', source: 'text', ...DATES },
    arrays: [],
    maps: ['labels', 'annotations'],
    documents: ['spec'],
    properties: undefined,
    aliases: DATE_ALIASES,
    fieldSelector: undefined,
    scope: undefined,
    hasAgent: true,
  },
  playbook: {
    kind: 'playbook',
    relation: 'playbooks',
    columns: { id: 'uuid', name: 'text', namespace: 'text', title: 'text', category: 'text', ...DATES },
    arrays: [],
    maps: [],
    documents: ['spec'],
    properties: undefined,
    aliases: { created: 'created_at', updated: 'updated_at', deleted: 'deleted_at' },
    fieldSelector: undefined,
    scope: undefined,
    hasAgent: false,
  },
  connection: {
    kind: 'connection',
    relation: 'connections',
    columns: { id: 'uuid', name: 'text', namespace: 'text', type: 'text', ...DATES },
    arrays: [],
    maps: [],
    documents: [],
    properties: undefined,
    aliases: { created: 'created_at', updated: 'updated_at', deleted: 'deleted_at' },
    fieldSelector: undefined,
    scope: undefined,
    hasAgent: false,
  },
};

/** The value that a name stands for (`type`, `labels.app`, `config.spec.replicas`); undefined when the kind has none of that name. */
export function findValue(resource: ResourceDescription, name: string): ValueRef | undefined {
  const alias = Object.hasOwn(resource.aliases, name) ? resource.aliases[name] : undefined;
  if (alias !== undefined) return findValue(resource, alias);
  const type = Object.hasOwn(resource.columns, name) ? resource.columns[name] : undefined;
  if (type !== undefined) return { kind: 'column', name, type };
  const dot = name.indexOf('.');
  if (dot <= 0 || dot === name.length - 1) return undefined;
  const column = name.slice(0, dot);
  const rest = name.slice(dot + 1);
  if (resource.maps.includes(column)) return { kind: 'key', column, key: rest };
  if (resource.documents.includes(column)) return { kind: 'path', column, path: rest.split('.') };
  return undefined;
}
