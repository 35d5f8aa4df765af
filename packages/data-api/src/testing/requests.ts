import { createDataApi, type DataApi, type DataApiOptions, type DataRequest } from '../index.ts';
import { TEST_SCHEMA } from './schema.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: unknown;
}

export interface TestApi {
  db: TestDatabase;
  api: DataApi;
  /** "GET checks?id=eq.1" */
  send(line: string, request?: Partial<DataRequest>): Promise<Answer>;
  close(): Promise<void>;
}

/** What the console's server allows: base tables hidden behind their views, secrets written but not read. */
export const TEST_POLICY: DataApiOptions['relations'] = {
  relations: {
    agents: { defaultOrder: 'name.desc' },
    people: {},
    canaries: {},
    checks: { standsFor: 'check_definitions' },
    check_names: {},
    checks_per_canary: {},
    check_statuses: { actions: ['read'] },
    components: {},
    check_component_relationships: {},
    check_config_relationships: {},
    config_items: {},
    configs: {},
    config_relationships: {},
    silences: {},
    connections: { writeOnlyColumns: ['password'], hiddenColumns: ['internal_note'] },
    documents: {},
    'odd "name': {},
  },
  functions: [
    ...['related_configs', 'lookup_configs', 'add_numbers', 'caller', 'slow', 'rename_config'],
    ...['letters', 'echo', 'total', 'pair', 'initial', 'made'],
  ],
};

export async function openTestApi(options: Partial<DataApiOptions> = {}): Promise<TestApi> {
  const db = await openTestDatabase();
  await db.exec(TEST_SCHEMA);
  const api = await createDataApi({
    db,
    schemas: ['public'],
    relations: TEST_POLICY,
    transactionEnd: 'rollback-or-choose',
    ...options,
  });
  return {
    db,
    api,
    send: async (line, request = {}) => {
      const space = line.indexOf(' ');
      const target = line.slice(space + 1);
      const mark = target.indexOf('?');
      const { status, headers, body } = await api.handle({
        method: line.slice(0, space),
        path: mark < 0 ? target : target.slice(0, mark),
        query: mark < 0 ? '' : target.slice(mark),
        headers: {},
        ...request,
      });
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
      return {
        status,
        headers,
        text,
        json: headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
      };
    },
    close: () => db.close(),
  };
}
