/** One kind of request, as it is sent to the server. */
export interface Scenario {
  name: string;
  method: 'GET' | 'POST';
  /** After /api/db/. `{key}` stands for the key of an item, another one in each request. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** `{key}` stands for a text that no other request has. */
  body?: string;
  isRead: boolean;
}

const COUNTED = { prefer: 'count=exact' };
/** What the console's list of items asks for. Source: console-calls §1.6. */
const LIST_COLUMNS =
  'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d';

export const SCENARIOS: readonly Scenario[] = [
  { name: 'row by key', method: 'GET', path: 'config_items?id=eq.{key}', headers: {}, isRead: true },
  {
    name: '50 rows, two embeds, count',
    method: 'GET',
    path: 'config_items?select=id,name,type,config_class,status,health,agents(id,name),check_config_relationships(check_id,created_at)&type=eq.Kubernetes::Node&order=id&limit=50&offset=100',
    headers: COUNTED,
    isRead: true,
  },
  {
    name: 'filtered list, count',
    method: 'GET',
    path: `configs?select=${LIST_COLUMNS}&select=agent:agents(id,name)&type=eq.Kubernetes::Pod&health.filter=unhealthy,warning&deleted_at=is.null&order=name.asc&limit=50&offset=0`,
    headers: COUNTED,
    isRead: true,
  },
  {
    name: 'insert',
    method: 'POST',
    path: 'config_items',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'new-{key}', type: 'Bench::Item', config_class: 'Bench', tags: { namespace: 'bench' } }),
    isRead: false,
  },
];

/** Stands for the key while the statement of a scenario is found out. */
export const SAMPLE_KEY = '00000000-0000-0000-0000-00000000beef';

export function withKey(text: string, key: string): string {
  return text.replaceAll('{key}', key);
}
