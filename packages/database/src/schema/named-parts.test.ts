import { createTestDatabase } from '@quarterdeck/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

async function names(sql: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
}

const IN_PUBLIC = `'public'::regnamespace`;

describe('comments', () => {
  it.each([
    [
      'table and view',
      `SELECT relname AS name FROM pg_class WHERE relnamespace = ${IN_PUBLIC} AND relkind IN ('r', 'p', 'v', 'm')
       AND obj_description(oid, 'pg_class') IS NULL AND NOT (relispartition AND relname ~ '_\\d{8}$')`,
    ],
    [
      'function',
      `SELECT proname AS name FROM pg_proc WHERE pronamespace = ${IN_PUBLIC} AND obj_description(oid, 'pg_proc') IS NULL`,
    ],
    [
      'sequence of its own',
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = ${IN_PUBLIC} AND relkind = 'S' AND obj_description(oid, 'pg_class') IS NULL
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i')`,
    ],
    [
      'enumeration',
      `SELECT typname AS name FROM pg_type WHERE typnamespace = ${IN_PUBLIC} AND typtype = 'e' AND obj_description(oid, 'pg_type') IS NULL`,
    ],
  ])('every %s says what it is', async (_kind, sql) => {
    expect(await names(sql)).toEqual([]);
  });
});

describe('keys', () => {
  it('every table has a primary key', async () => {
    const bare = await names(
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = ${IN_PUBLIC} AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p')`,
    );

    expect(bare).toEqual([]);
  });

  it('every foreign key has an index that leads with its columns', async () => {
    const bare = await names(
      `SELECT k.conname AS name FROM pg_constraint k
       WHERE k.contype = 'f' AND k.connamespace = ${IN_PUBLIC} AND k.conparentid = 0
         AND NOT EXISTS (
           SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
             AND (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey AND (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] <@ k.conkey)`,
    );

    expect(bare).toEqual([]);
  });

  it('every foreign key is called after its table and column, as clients name it in embeds', async () => {
    const { rows } = await db.query<{ name: string; expected: string }>(
      `SELECT k.conname AS name,
         regexp_replace(regexp_replace(c.relname, '^check_definitions$', 'checks'), '^connection_definitions$', 'connections')
           || '_' || a.attname || '_fkey' AS expected
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND k.connamespace = ${IN_PUBLIC} AND k.conparentid = 0`,
    );

    expect(rows.filter(({ name, expected }) => name !== expected)).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'checks_canary_id_fkey',
        'checks_agent_id_fkey',
        'config_component_relationships_config_id_fkey',
        'config_component_relationships_component_id_fkey',
        'config_relationships_config_id_fkey',
        'config_relationships_related_id_fkey',
        'comments_incident_id_fkey',
      ]),
    );
  });

  it('keys to configuration items wait for the end of the transaction where a batch may bring children first', async () => {
    const deferred = await names(
      `SELECT conname AS name FROM pg_constraint WHERE condeferred AND connamespace = ${IN_PUBLIC} ORDER BY 1`,
    );

    expect(deferred).toEqual([
      'check_config_relationships_config_id_fkey',
      'config_analysis_config_id_fkey',
      'config_changes_config_id_fkey',
      'config_items_parent_id_fkey',
      'config_relationships_config_id_fkey',
      'config_relationships_related_id_fkey',
    ]);
  });
});

describe('unique keys', () => {
  it.each([
    [
      'relations of checks to components',
      'check_component_relationships',
      'component_id,check_id,canary_id,selector_id',
      'not distinct',
    ],
    ['relations of checks to items', 'check_config_relationships', 'config_id,check_id,canary_id,selector_id', 'not distinct'],
    ['relations of components', 'component_relationships', 'component_id,relationship_id,selector_id', 'not distinct'],
    ['relations of items', 'config_relationships', 'related_id,config_id,relation', 'not distinct'],
    ['approvals', 'playbook_approvals', 'run_id,person_id,team_id', 'not distinct'],
    ['notifications', 'notifications', 'name,namespace', 'not distinct'],
    ['canaries', 'canaries', 'agent_id,name,namespace,source', 'distinct'],
    ['changes', 'config_changes', 'config_id,external_change_id', 'distinct'],
    ['names of agents', 'agents', 'name', 'distinct'],
    ['names of teams', 'teams', 'name', 'distinct'],
    ['names of rules for incidents', 'incident_rules', 'name', 'distinct'],
    ['playbooks', 'playbooks', 'namespace,name,category', 'distinct'],
    ['connections', 'connection_definitions', 'name,namespace', 'distinct'],
    ['addresses of people', 'people', 'email', 'distinct'],
    ['tokens', 'access_tokens', 'person_id,name', 'distinct'],
  ])('%s: %s (%s), nulls %s', async (_what, relation, columns, nulls) => {
    const found = await names(
      `SELECT string_agg(a.attname, ',' ORDER BY k.place) || CASE WHEN i.indnullsnotdistinct THEN ' not distinct' ELSE ' distinct' END AS name
       FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (number, place)
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
       WHERE i.indrelid = '${relation}'::regclass AND i.indisunique AND NOT i.indisprimary GROUP BY i.indexrelid, i.indnullsnotdistinct`,
    );

    expect(found).toContain(`${columns} ${nulls}`);
  });
});

describe('functions (data-model §4)', () => {
  it('exist under their names with their parameters', async () => {
    const { rows } = await db.query<{ name: string; parameters: string }>(
      `SELECT proname AS name, array_to_string(proargnames[1:pronargs], ',') AS parameters FROM pg_proc WHERE pronamespace = ${IN_PUBLIC}`,
    );
    const found = Object.fromEntries(rows.map(({ name, parameters }) => [name, parameters]));

    expect(found).toMatchObject({
      config_relationships_recursive: 'config_id,type_filter,max_depth,incoming_relation,outgoing_relation',
      get_recursive_path: 'start',
      related_configs_recursive: 'config_id,type_filter,include_deleted_configs,max_depth,incoming_relation,outgoing_relation',
      related_config_ids_recursive: 'config_id,type_filter,max_depth,incoming_relation,outgoing_relation',
      related_changes_recursive: 'lookup_id,type_filter,include_deleted_configs,max_depth',
      related_configs: 'config_id,type_filter,include_deleted_configs',
      config_path: 'id',
      lookup_configs_by_component: 'id',
      lookup_components_by_config: 'id',
      lookup_changes_by_component: 'id',
      lookup_analysis_by_component: 'id',
      lookup_components_by_check: 'id',
      lookup_component_by_property: 'name,text',
      lookup_component_children: 'id,max_depth',
      lookup_config_children: 'id,max_depth',
      lookup_component_relations: 'component_id',
      lookup_config_relations: 'config_id',
      lookup_component_config_id_related_components: 'component_id',
      lookup_component_incidents: 'component_id',
      lookup_component_names: 'ids',
      check_summary_for_component: 'id',
      generate_ulid: null,
      uuid_to_ulid: 'id',
      format_incident_id: 'number',
      delete_agent_resources: 'agent,deleted',
      delete_person: 'id',
      delete_old_config_items: 'days',
      drop_config_items: 'ids',
      insert_unsent_notification_to_history: 'notification,event,resource,unsent_status,merge_within',
      mask_sensitive: 'value',
      soft_delete_canary: 'id',
      soft_delete_check: 'id',
    });
  });
});

describe('seeds (data-model §1)', () => {
  it('are the System person, the local agent and five severities', async () => {
    const people = await db.query('SELECT name, type FROM people');
    const agents = await db.query('SELECT id, name FROM agents');
    const severities = await db.query('SELECT id, name, aliases, icon FROM severities ORDER BY id');

    expect(people.rows).toEqual([{ name: 'System', type: null }]);
    expect(agents.rows).toEqual([{ id: '00000000-0000-0000-0000-000000000000', name: 'local' }]);
    expect(severities.rows).toEqual([
      { id: 1, name: 'Critical', aliases: ['P1'], icon: 'error' },
      { id: 2, name: 'Blocker', aliases: ['P2'], icon: 'error' },
      { id: 3, name: 'High', aliases: ['P3'], icon: 'warning' },
      { id: 4, name: 'Medium', aliases: ['P4'], icon: 'info' },
      { id: 5, name: 'Low', aliases: ['P4'], icon: 'info' },
    ]);
  });

  it('the source of a definition is one of six words', async () => {
    const { rows } = await db.query<{ words: string[] }>(`SELECT enum_range(NULL::source)::text[] AS words`);

    expect(rows[0]?.words).toEqual(['KubernetesCRD', 'ConfigFile', 'UI', 'Topology', 'Push', 'CRDSync']);
  });

  it.each([
    ['hypotheses', 'hypotheses_type_check'],
    ['identities', 'identities_state_check'],
    ['config_items', 'config_items_name_type_check'],
    ['playbook_run_actions', 'playbook_run_actions_owner_check'],
  ])('%s refuses what %s rules out', async (relation, constraint) => {
    const found = await names(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = '${relation}'::regclass AND contype = 'c' AND conname = '${constraint}'`,
    );

    expect(found).toEqual([constraint]);
  });
});
