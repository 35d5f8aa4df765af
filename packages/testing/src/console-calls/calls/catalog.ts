import { z } from 'zod';
import { type CallArea, rowOf } from '../console-call.ts';

const LIST =
  'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis';
const ITEM_REF = 'id,name,config_class,type';
const listRow = rowOf('configs', LIST, { agent: rowOf('agents', 'id,name') });

/** The list is built with URLSearchParams and carries two selects. */
function items(...parameters: [string, string][]): string {
  const query = new URLSearchParams([
    ['select', LIST],
    ['select', 'agent:agents(id,name)'],
    ...parameters,
    ['limit', '50'],
    ['offset', '0'],
  ]);
  return `configs?&${query}`.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** Values of labels are percent-encoded before the form encodes them again. */
const labelFilter = (key: string, value: string, operator = 'eq') => `labels->>${key}.${operator}.${encodeURIComponent(value)}`;

const COSTS = 'cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d';
const relatedRow = rowOf(
  'configs',
  `id,name,type,tags,changes,analysis,${COSTS},created_at,updated_at,deleted_at,agent_id,health,ready,status,path`,
  {
    related_ids: z.array(z.guid()).nullable(),
  },
);
const related = (parameters: string) =>
  `rpc/related_configs_recursive?config_id={config}&include_deleted_configs=false&max_depth=10${parameters}`;
const LINK = 'id, type, name, config_class, deleted_at';
const linkRow = rowOf('configs', 'id,type,name,config_class,deleted_at');

export const CATALOG_CALLS: CallArea = {
  section: '1.6',
  title: 'catalog',
  calls: [
    ...['type', 'name', 'health', 'tags', 'analysis', 'cost_total_1d', 'created_at', 'updated_at', 'deleted_at', 'changed'].map(
      (column) => ({
        name: `items by ${column}`,
        url: items(['type', 'eq.{config_type}'], ['order', `${column === 'type' ? 'type,name' : column}.asc`]),
        isCounted: true,
        row: listRow,
      }),
    ),
    {
      name: 'items that are not deleted, by status and health',
      url: items(
        ['type', 'eq.{config_type}'],
        ['status.filter', '{config_status},!Deleted'],
        ['health.filter', '{config_health},!healthy'],
        ['deleted_at', 'is.null'],
        ['order', 'type,name.asc'],
      ),
      isCounted: true,
      row: listRow,
    },
    {
      name: 'search for items',
      url: items([
        'or',
        '(name.ilike.*{config_word}*,type.ilike.*{config_word}*,description.ilike.*{config_word}*,namespace.ilike.*{config_word}*)',
      ]),
      isCounted: true,
      row: listRow,
    },
    {
      name: 'items with labels whose keys have dots and slashes',
      url: items(['or', `(and(${labelFilter('app.kubernetes.io/name', 'a b/c')},${labelFilter('env', 'x:y', 'neq')}))`]),
      isCounted: true,
      row: listRow,
      least: 0,
    },
    {
      name: 'items with a label',
      url: items(['or', `(and(${labelFilter('{label_key}', '{label_value}').replaceAll('%7B', '{').replaceAll('%7D', '}')}))`]),
      isCounted: true,
      row: listRow,
    },
    {
      name: 'item page',
      url: 'config_detail?id=eq.{config}&select=*,config_scrapers(id,name)',
      row: rowOf('config_detail', '*', { config_scrapers: rowOf('config_scrapers', 'id,name').nullable() }),
      most: 1,
    },
    { name: 'name of an item', url: 'config_names?id=eq.{config}', row: rowOf('config_names'), most: 1 },
    { name: 'link of an item', url: `configs?id=eq.{config}&select=${ITEM_REF}`, row: rowOf('configs', ITEM_REF), most: 1 },
    {
      name: 'items of insights',
      url: `configs?id=in.({config},{cluster})&select=${ITEM_REF}`,
      row: rowOf('configs', ITEM_REF),
      least: 2,
    },
    { name: 'items of no insights', url: `configs?id=in.()&select=${ITEM_REF}`, least: 0, most: 0 },
    { name: 'items to link', url: `configs?select=${ITEM_REF}`, row: rowOf('configs', ITEM_REF), least: 3 },
    {
      name: 'item picker',
      url: 'config_items?select=id,name,type,config_class',
      row: rowOf('config_items', 'id,name,type,config_class'),
      least: 3,
    },
    {
      name: 'item picker by types',
      url: 'config_items?select=id,name,type,config_class&type=in.({config_type},AWS::Other)',
      row: rowOf('config_items', 'id,name,type,config_class'),
    },
    { name: 'tags', url: 'config_tags', row: rowOf('config_tags') },
    { name: 'labels', url: 'config_labels', row: rowOf('config_labels') },
    { name: 'types', url: 'config_types', row: rowOf('config_types') },
    { name: 'statuses', url: 'config_statuses', row: rowOf('config_statuses') },
    {
      name: 'items of a component',
      url: `config_component_relationships?component_id=eq.{component}&configs.order=name&select=*,configs!config_component_relationships_config_id_fkey(${LINK})&deleted_at=is.null`,
      row: rowOf('config_component_relationships', '*', { configs: linkRow }),
    },
    {
      name: 'relations of an item',
      url: `config_relationships?or=(related_id.eq.{config},config_id.eq.{config})&configs.order=name&select=*,configs:configs!config_relationships_config_id_fkey(${LINK}),related:configs!config_relationships_related_id_fkey(${LINK})&deleted_at=is.null`,
      row: rowOf('config_relationships', '*', { configs: linkRow, related: linkRow }),
    },
    { name: 'relations tab', url: related('&type_filter=outgoing&outgoing_relation=hard'), row: relatedRow },
    { name: 'relations tab, incoming', url: related('&type_filter=incoming&incoming_relation=both'), row: relatedRow, least: 2 },
    {
      name: 'relations tab, both ways, filtered',
      url: related(
        '&type.filter={config_type},!AWS::Other&status.filter={config_status}&health.filter={config_health}&type_filter=all&incoming_relation=both&outgoing_relation=hard',
      ),
      row: relatedRow,
    },
    {
      name: 'components of an item',
      url: 'config_component_relationships?config_id=eq.{config}&select=components!config_component_relationships_component_id_fkey(id, icon, name)',
      row: z.strictObject({ components: rowOf('components', 'id,icon,name') }),
    },
    { name: 'costs of an item (dead)', url: `configs?id=eq.{config}&select=${COSTS}`, row: rowOf('configs', COSTS), most: 1 },
    {
      name: 'instances of a ticket system',
      url: 'configs?select=id,external_id,name,type,analysis,changes&type=ilike.{ticket_type}',
      row: rowOf('configs', 'id,external_id,name,type,analysis,changes'),
      least: 0,
    },
    {
      name: 'instances of a ticket system by name',
      url: 'configs?select=id,external_id,name,type,analysis,changes&type=ilike.ms_planner&or=(name.ilike.*q*,external_id.ilike.*q*)',
      row: rowOf('configs', 'id,external_id,name,type,analysis,changes'),
      least: 0,
    },
    { name: 'item under its old name (absent upstream)', url: 'config_item?id=eq.{config}', row: rowOf('configs'), most: 1 },
    { name: 'saved queries (dead)', url: 'saved_query', least: 0 },
    {
      name: 'items of a scraper by columns that never were (dead)',
      url: 'config_scrapers?select=config_items(id,name,external_type,config_type)&id=eq.{scraper}',
      status: 400,
    },
    {
      name: 'items of a scraper',
      url: 'config_scrapers?select=config_items(id,name,type)&id=eq.{scraper}',
      row: z.strictObject({ config_items: z.array(rowOf('config_items', 'id,name,type')).min(1) }),
      most: 1,
    },
  ],
};

export const CATALOG_WRITES: CallArea = {
  section: '1.6',
  title: 'writes of the catalog',
  calls: [
    {
      name: 'link a component',
      method: 'POST',
      url: 'config_component_relationships',
      body: { component_id: '{component}', config_id: '{unlinked_config}', selector_id: 'manual' },
      row: rowOf('config_component_relationships'),
    },
    {
      name: 'unlink a component',
      method: 'DELETE',
      url: 'config_component_relationships?component_id=eq.{component}&config_id=eq.{unlinked_config}&selector_id=eq.manual',
      row: rowOf('config_component_relationships'),
      most: 1,
    },
    {
      name: 'save a query (dead)',
      method: 'POST',
      url: 'saved_query',
      body: { id: '{new_query}', query: 'SELECT 1', description: 'one' },
    },
    {
      name: 'change a query (dead)',
      method: 'PATCH',
      url: 'saved_query?id=eq.{new_query}',
      body: { description: 'two' },
      most: 1,
    },
    { name: 'delete a query (dead)', method: 'DELETE', url: 'saved_query?id=eq.{new_query}', most: 1 },
  ],
};
